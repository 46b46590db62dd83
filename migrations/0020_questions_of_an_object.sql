create index open_questions_of_object on open_questions (business_id, object_kind, object_id);
comment on index open_questions_of_object is
  'Whether a person was ever asked about it, for the reconciliation, which asks that of every refund.';
