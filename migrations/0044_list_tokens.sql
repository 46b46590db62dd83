create index tokens_newest on tokens (business_id, created_at, token);
