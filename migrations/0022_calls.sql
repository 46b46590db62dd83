alter table mobile_numbers add column calls_at varchar(2048);
comment on column mobile_numbers.calls_at is
  'The address at which the carrier asks where a call to this number goes, as it was told to the carrier.';

alter table sandbox_inbox drop constraint sandbox_inbox_channel_check;
alter table sandbox_inbox add constraint sandbox_inbox_channel_check
  check (channel in ('text', 'mail', 'call')) not valid;
alter table sandbox_inbox validate constraint sandbox_inbox_channel_check;
comment on column sandbox_inbox.channel is 'call: a phone that rang, since calls to the number of a business are forwarded to it.';
