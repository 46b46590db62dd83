-- Nothing asked for it, and every text wrote in it.
drop index conversations_recent;
-- Who asks for a link once more is told of one that ended, too.
create index pay_links_ended on pay_links (business_id, order_number, id) where state <> 'open';
comment on column business_types.services is
  'What a business of this type is meant to use, for people to look up: nothing is switched on or off by it.';
comment on column business_types.invoice_fields is
  'Which fields an invoice of such a business is meant to show, for people to look up: invoices show what they have.';
