-- The person's own side of an ask: the reply that is held, what they have seen, put off and ticked.

create table held (
    ask      text    primary key references asks (id),
    until    integer not null,
    door     text    not null,  -- by which it came in
    draft    integer not null,  -- the version of the draft beside it; 0 if there was none
    revision integer not null,
    reply    text    not null   -- JSON
) strict, without rowid;

create table marks (
    ask           text    primary key references asks (id),
    seen          integer,           -- the `updatedAt` of the ask when the person saw it
    snoozed_until integer,
    drafted       integer not null default 0
) strict, without rowid;

create index marks_snoozed on marks (snoozed_until) where snoozed_until is not null;

insert into marks (ask, drafted) select ask, 1 from drafts where content is not null and content <> '{}';

-- The files of diffs that were ticked off, by the digest of their hunks.
create table viewed (
    ask    text not null references asks (id),
    digest text not null,
    primary key (ask, digest)
) strict, without rowid;

-- Whether a draft was a reply that was never sent.
alter table drafts add column unsent integer not null default 0;

-- When an upload was last named by something that names it no more.
alter table uploads add column named_at integer;
