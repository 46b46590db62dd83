-- Accounts that were connected before disputes were read.
insert into jobs (business_id, kind, key, payload, run_at)
select business_id, 'disputes.read', name, null, now() from processor_accounts
on conflict do nothing;
