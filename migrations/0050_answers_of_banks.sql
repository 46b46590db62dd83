create table ach_answers (
  business_id bigint not null,
  id bigint not null,
  entry_id bigint not null,
  payment_id bigint,
  kind text not null,
  code varchar(3) not null,
  is_applied boolean not null,
  file_id bigint,
  received_at timestamptz not null,
  primary key (business_id, id)
);
alter table ach_answers add constraint ach_answers_kind check (kind in ('return', 'correction'));
create unique index ach_answers_once on ach_answers (business_id, entry_id, code, coalesce(file_id, 0));
create index ach_answers_by_code on ach_answers (business_id, code, id);
create index ach_answers_by_kind on ach_answers (business_id, kind, id);
create index ach_answers_by_effect on ach_answers (business_id, is_applied, id);
create index ach_answers_by_time on ach_answers (business_id, received_at);
create index ach_answers_of_payment on ach_answers (business_id, payment_id) where payment_id is not null;
create index ach_answers_of_file on ach_answers (business_id, file_id) where file_id is not null;
comment on table ach_answers is
  'What banks answered to entries: each return and each notice of change that was booked or kept, by the file it came in.';
comment on column ach_answers.is_applied is
  'False: it was kept and changed nothing.';
comment on column ach_answers.file_id is
  'The file from the bank. Null: a person told of it, or it came before this was written down.';

with returned as (
  select business_id, id, payment_id, return_code, returned_at,
    row_number() over (partition by business_id order by returned_at, id) as n
  from ach_entries where returned_at is not null and return_code is not null
),
counted as (
  select business_id, count(*) as c from returned group by business_id
),
taken as (
  update business_ids b set next = b.next + c.c from counted c where b.business_id = c.business_id
  returning b.business_id, b.next - c.c as first
)
insert into ach_answers (business_id, id, entry_id, payment_id, kind, code, is_applied, received_at)
select r.business_id, t.first + r.n - 1, r.id, r.payment_id, 'return', r.return_code, true, r.returned_at
from returned r join taken t on t.business_id = r.business_id;
