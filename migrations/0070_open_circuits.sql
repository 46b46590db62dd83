alter table processes add column open_circuits jsonb not null default '[]';
comment on column processes.open_circuits is
  'Accounts at gateways that this process leaves alone after failures, and since when.';
create index mails_failed on mails (finished_at) where state = 'failed';
create index messages_failed on messages (finished_at) where state = 'failed';
