comment on column business_types.services is
  'What a business of this type is meant to use, for people to look up: nothing is switched on or off by it.';
comment on column business_types.invoice_fields is
  'Which fields an invoice of such a business is meant to show, for people to look up: invoices show what they have.';
