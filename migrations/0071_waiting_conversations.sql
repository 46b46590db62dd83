drop index conversations_waiting;
alter table conversations
  add column read_at timestamptz,
  alter column phone type text collate "C";
-- As it was counted before: whoever wrote last waits.
update conversations set read_at = last_at
  where heard_at is not null and (heard_at < last_at or consent = 'opted_out');
create index conversations_waiting on conversations (business_id, heard_at)
  where heard_at is not null and read_at is null;
create index conversations_by_last on conversations (business_id, last_at, id);
create index conversations_of_phone on conversations (business_id, phone);
create index conversations_of_customer on conversations (business_id, customer_id) where customer_id is not null;
comment on column conversations.phone is
  'In the order of "C", since it is found by its beginning.';
comment on column conversations.read_at is
  'When a person answered it or marked it as read, after the other side wrote last. Null: nobody did since then.';
comment on index conversations_waiting is
  'Those in which the other side wrote and nobody has answered or read it, for the list and the counts of the portal.';
