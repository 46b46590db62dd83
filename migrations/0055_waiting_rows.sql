alter table batch_marks add column waiting_rows jsonb;
comment on column batch_marks.waiting_rows is
  'Rows of reports about payments and refunds whose outcome is not known yet: each later report decides about them again.';
