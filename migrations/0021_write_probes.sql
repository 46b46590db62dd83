create table write_probes (
  id integer primary key,
  probed_at timestamptz not null
);
comment on table write_probes is
  'One row, written anew by /health, so that it knows whether commits go through and the disk has room.';
