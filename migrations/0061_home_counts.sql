create index conversations_waiting on conversations (business_id, heard_at)
  where heard_at is not null and heard_at >= last_at;
comment on index conversations_waiting is 'Those in which the other side wrote last, for the counts of the portal.';
create index disputes_undecided on disputes (business_id, answer_until) where state in ('inquiry', 'open');
comment on index disputes_undecided is 'Those that are not decided, for the counts of the portal.';
