create table processes (
  name text not null,
  version text not null,
  serves boolean not null,
  works boolean not null,
  address text,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
alter table processes add constraint processes_pkey primary key (name);
comment on table processes is
  'Processes of the service on all hosts. One that ends takes its row away; that of one which died is no longer renewed.';
comment on column processes.name is 'Host and process id.';
comment on column processes.works is 'Whether it works jobs.';
comment on column processes.address is 'Where it is reached; null where it does not serve.';
comment on column processes.seen_at is 'Renewed every 30 seconds while the process runs.';
