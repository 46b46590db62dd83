alter table invoices add column part_of bigint;
alter table invoices add column parts_cents bigint not null default 0;

alter table invoices drop constraint invoices_state_check;
alter table invoices add constraint invoices_state_check
  check (state in ('open', 'held', 'covered', 'expired', 'void')) not valid;
alter table invoices validate constraint invoices_state_check;

alter table invoices add constraint invoices_parts_check check (
  parts_cents between 0 and amount_cents
  and (state = 'covered') = (parts_cents = amount_cents)
  and (parts_cents = 0 or part_of is null and payment_id is null)
  and (part_of is null or state in ('held', 'void'))
) not valid;
alter table invoices validate constraint invoices_parts_check;

create index invoices_parts on invoices (business_id, part_of) where part_of is not null;
comment on index invoices_parts is
  'The parts of an invoice; the invoices of most payments are not in it.';
comment on column invoices.part_of is
  'For a part: the invoice of which it is one. It is made with its payment, and void once that took nothing.';
comment on column invoices.parts_cents is
  'The sum of its parts that a payment holds. What is left to pay is its amount without them; the check makes sure that nobody pays more.';
comment on column invoices.state is
  'held: the payment in payment_id decides: in processing while that is not settled, paid when it took the money. covered: its parts, each held by a payment, make up its amount. expired, void: its link ended, or was taken back, before it was paid; of one with parts only the rest has ended.';
