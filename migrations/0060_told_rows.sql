alter table batch_marks add column strangers_after timestamptz, add column told_rows jsonb;
comment on column batch_marks.strangers_after is
  'Nobody is told of older rows of reports that name nothing of ours: the account may have had other users.';
comment on column batch_marks.told_rows is
  'Rows of the latest days, which are told again: those that nobody here knows, and those of refunds within their charge. Null: not remembered yet.';
