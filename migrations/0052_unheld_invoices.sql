create index invoices_unheld on invoices (business_id, id) where state <> 'held';
comment on index invoices_unheld is 'What nobody pays or paid, among all that was paid.';
create index audit_trail_of_object on audit_trail (business_id, object, n);
comment on index audit_trail_of_object is 'What people did about one thing.';
