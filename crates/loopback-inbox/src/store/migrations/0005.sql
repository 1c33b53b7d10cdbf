-- Parts of names in camelCase and single signs are found: everything is to be put into the indexes again.

insert or ignore into search_queue (created_at) select created_at from asks;
