alter table applications
  add column payout_routing_number text,
  add column payout_holder text,
  add column payout_account_kind text;

-- The kind as the program parsed it at each payout: every spelling of savings, in ASCII as all of them are; else checking.
update applications set
  payout_routing_number = details ->> 'RoutingNumber',
  payout_holder = coalesce(details ->> 'AccountName', details ->> 'DBA'),
  payout_account_kind = case
    when length(details ->> 'AccountType') <= 100
      and translate(lower((details ->> 'AccountType') collate "C"), ' _./()-', '') ~ (
        '^('
        || '(personal|consumer|individual|p|business|corporate|corp|commercial|company|b)?(savings|saving|sav|esav|s)'
        || '|(savings|saving|sav|esav|s)(personal|consumer|individual|p|business|corporate|corp|commercial|company|b)'
        || ')(account|acct)?$'
      )
    then 'savings' else 'checking' end
where details ->> 'RoutingNumber' is not null
  and coalesce(details ->> 'AccountName', details ->> 'DBA') is not null;

alter table applications add constraint applications_payout_account_kind
  check (payout_account_kind in ('checking', 'savings'));
alter table applications add constraint applications_payout_account
  check (num_nulls(payout_routing_number, payout_holder, payout_account_kind) in (0, 3));
comment on column applications.payout_routing_number is
  'With the two columns that follow: the bank account that its details name for payouts. Null: they name none.';
comment on column applications.payout_holder is 'The name on that account; the public name of the business if none was sent.';
comment on column applications.payout_account_kind is
  'What the details say in any of many spellings; checking if they say nothing that is understood.';
