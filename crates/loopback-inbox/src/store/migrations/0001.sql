-- The inbox as the first release keeps it.

create table program (
    one         integer primary key check (one = 1),
    version     text    not null,  -- of the program that migrated last
    migrated_at integer not null   -- all times: milliseconds since 1970 began, UTC
) strict;

-- The newest moment of all commits. The next one is later, whatever the machine's clock says.
create table clock (
    one    integer primary key check (one = 1),
    newest integer not null
) strict;

insert into clock (one, newest) values (1, 0);

-- The columns beside the body say again what lists and limits ask for. The body stands last, so that
-- reading a row's columns never touches the pages its body overflows to.
create table asks (
    id           text    primary key,
    session      text    not null,  -- of the agent that opened it
    kind         text    not null,
    status       text    not null,
    title        text    not null,
    project      text,
    client       text,
    origin       text,              -- JSON
    revises      text    references asks (id),
    created_at   integer not null,
    updated_at   integer not null,
    closed_at    integer,
    outcome      text,
    delivered_at integer,
    withdrawn    integer not null,
    points_open  integer,
    points_total integer,
    turns        integer not null,
    revision     integer not null,  -- of the contract, by which the body was written
    body         text    not null   -- JSON; who waits for an ask is never stored
) strict;

create index asks_open on asks (created_at) where closed_at is null;
create index asks_open_by_session on asks (session) where closed_at is null;
create unique index asks_closed on asks (closed_at) where closed_at is not null;
create unique index asks_revised on asks (revises) where revises is not null and withdrawn = 0;

-- The calls that opened or answered an ask under an id of their own: a repeat joins.
create table calls (
    client  text    not null,
    id      text    not null,
    content text    not null,  -- SHA-256 of tool and input
    ask     text    not null references asks (id),
    turn    integer not null,  -- the reply it waits for stands at this place of the thread, or later
    primary key (client, id)
) strict, without rowid;

create index calls_of_ask on calls (ask);

-- What the person has typed and not sent. A draft that was dropped leaves its version behind.
create table drafts (
    ask        text    primary key references asks (id),
    version    integer not null,
    updated_at integer not null,
    revision   integer not null,
    content    text              -- JSON; absent once dropped
) strict, without rowid;

create table tickets (
    secret       text    primary key,  -- SHA-256 of the token
    upload       text    not null unique,
    content_type text    not null,
    expires_at   integer not null,
    used_at      integer
) strict, without rowid;

create table uploads (
    id           text    primary key,
    content_type text    not null,
    size         integer not null,
    stored_at    integer not null
) strict, without rowid;

-- Which asks name which uploads. An upload nothing names is deleted in time.
create table upload_uses (
    upload text not null references uploads (id),
    ask    text not null references asks (id),
    primary key (upload, ask)
) strict, without rowid;

create index upload_uses_of_ask on upload_uses (ask);
