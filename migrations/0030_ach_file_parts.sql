alter table ach_files drop constraint ach_files_state_check;
alter table ach_files add constraint ach_files_state_check
  check (state in ('collecting', 'written', 'delivered', 'rejecting', 'rejected', 'read'));
alter table ach_files add column round smallint not null default 1;
comment on column ach_files.round is
  'Counts the workers that collected its entries; parts of an earlier round are not in it.';

create table ach_file_parts (
  business_id bigint not null,
  scope bigint not null,
  file_id bigint not null,
  round smallint not null,
  state text not null,
  look_at timestamptz
);
alter table ach_file_parts add constraint ach_file_parts_pkey primary key (business_id, scope, file_id);
alter table ach_file_parts add constraint ach_file_parts_state_check
  check (state in ('filed', 'sent', 'rejected'));
comment on table ach_file_parts is
  'What one business has in an outgoing ACH file. The transactions of a business lock this row, and never the row of a file, which may be of many businesses.';
comment on column ach_file_parts.scope is 'The business_id of the file: 0 if it is of many businesses.';
comment on column ach_file_parts.round is
  'The round of the file in which its entries were collected: the fencing token of whoever collects.';
comment on column ach_file_parts.state is
  'filed: its file is being made. sent: the bank has it. rejected: its file is being rejected, and nothing in it settles.';
comment on column ach_file_parts.look_at is
  'When a worker must look whether its file has it. Null: there is nothing to find out.';
create index ach_file_parts_due on ach_file_parts (look_at) where look_at is not null;

-- Entries that are finished need no part.
insert into ach_file_parts (business_id, scope, file_id, round, state, look_at)
select business_id, scope, file_id, 1, state, case when state = 'filed' then coalesce(resolve_at, now()) end
from (
  select e.business_id, s.scope, e.file_id, f.resolve_at,
    case
      when f.state = 'rejected' and f.resolve_at is not null then 'rejected'
      when bool_or(e.state = 'filed') and f.state is distinct from 'delivered' then 'filed'
      else 'sent'
    end as state
  from ach_entries e
  join businesses b using (business_id)
  cross join lateral (
    select case when b.environment = 'live' then 0 else b.business_id end as scope
  ) s
  left join ach_files f on f.business_id = s.scope and f.id = e.file_id and f.direction = 'out'
  where e.file_id is not null
    and (e.state in ('filed', 'originated') or e.state = 'settled' and e.next_at is not null)
  group by e.business_id, s.scope, e.file_id, f.state, f.resolve_at
) parts;
