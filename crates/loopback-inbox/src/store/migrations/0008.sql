-- Of an upload that was attached from an agent's disk: the SHA-256 of the file as it lay there. The same file attached
-- again is the same upload, so that the same call says the same.
alter table uploads add column source text;

create index uploads_by_source on uploads (source) where source is not null;
