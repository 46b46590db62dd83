alter table ach_entries add column corrections bytea[] not null default '{}';
comment on column ach_entries.corrections is
  'Fingerprints of what the bank has corrected of it, so that a notice that is read twice counts once, and another one counts.';
