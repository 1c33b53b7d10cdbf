-- What agents ask again, what they ask together, and how readily they are to ask.

alter table asks add column caller text;   -- the name of the client that opened it, without its version
alter table asks add column opening text;  -- SHA-256 of the tool and its input; none of older programs' asks
alter table asks add column batch text;    -- JSON

create index asks_opening on asks (opening, created_at) where opening is not null;
create index asks_replied on asks (delivered_at) where outcome is not null and withdrawn = 0;

-- How readily the agents of a project are to ask, where that is not as usual.
create table asking (
    project text primary key,
    wish    text not null
) strict, without rowid;
