-- Which agents' sessions are over.

-- Those that were seen to end, of the ones that opened an ask.
create table ended_sessions (
    session text    primary key,
    at      integer not null
) strict, without rowid;

create index asks_by_session on asks (session);
