-- Search, and the person's replies as a list. All of it is derived from the asks, and could be again.

-- Asks whose texts have changed since they were last put into the tables below. A change of an ask stands
-- here in the same commit, so that nothing is forgotten if the program ends before the rest is done.
create table search_queue (
    created_at integer primary key  -- of the ask
) strict;

insert into search_queue (created_at) select created_at from asks;

-- No two asks are opened at the same moment, so that moment is also an ask's place in the two indexes.
create unique index asks_created on asks (created_at);

-- Words, folded. In scripts without blanks between words, every character is one.
create virtual table search_words using fts5 (
    text, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
);

-- Every three characters that follow each other somewhere, without the places: a tenth of the size, and
-- what is found is compared with the ask's texts in any case.
create virtual table search_grams using fts5 (
    text, content = '', contentless_delete = 1, detail = none, tokenize = "trigram case_sensitive 1"
);

create table decisions (
    at      integer not null,
    ask     text    not null references asks (id),
    outcome text    not null,
    answer  text    not null,  -- one plain line
    primary key (at, ask)
) strict, without rowid;

create index decisions_of_ask on decisions (ask);
