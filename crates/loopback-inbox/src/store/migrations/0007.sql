-- The calls that opened or answered an ask under an id that their client gave them. How clients number their calls is
-- not ours to say: an id means something within one session only, and for a short while.
create table client_calls (
    client  text    not null,
    session text    not null,
    id      text    not null,
    content text    not null,  -- SHA-256 of tool and input
    ask     text    not null references asks (id),
    turn    integer not null,  -- as in `calls`
    primary key (client, session, id)
) strict, without rowid;

create index client_calls_of_ask on client_calls (ask);
