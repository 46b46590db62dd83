alter table followups add column is_all boolean not null default false;
-- As it was answered until now: what came to all of it was all of it.
update followups set is_all = true where kind in ('void', 'give_back') or kind = 'refund' and remaining_cents = 0;
update followups f set is_all = true
from payments p
where p.business_id = f.business_id and p.id = f.payment_id and f.kind = 'refund'
  and f.state in ('processing', 'unknown') and p.refunded_cents + p.refunding_cents = p.captured_cents;
comment on column followups.is_all is
  'Whether all that was left was wished, and no amount: whoever wishes it again is told what became of this.';
create index payments_let_go on payments (business_id, order_number, id) where not holds_order;
comment on index payments_let_go is
  'What took nothing, or came back, is found by its order number too; most payments are not in it.';
