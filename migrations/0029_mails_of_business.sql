-- Mails are claimed one business at a time: however many wait elsewhere, its own are found at once.
create index mails_due_of_business on mails (business_id, due_at, id) where due_at is not null;
