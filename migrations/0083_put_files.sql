alter table ach_files add column put_at timestamptz;
comment on column ach_files.put_at is
  'When it was put into the outbox. It is not put there again: the bank may have collected it, and would take it twice.';

-- Of a file that was under way: entries that are more than filed were told of only once it was put.
update ach_files f set put_at = coalesce(f.delivered_at, f.created_at)
where f.direction = 'out' and (
  f.delivered_at is not null
  or f.resolve_at is not null and exists (
    select from ach_file_parts p join ach_entries e on e.business_id = p.business_id and e.file_id = p.file_id
    where p.scope = f.business_id and p.file_id = f.id and e.state <> 'filed'
  )
);
