alter table conversations add column assignee_id bigint;
create index conversations_of_assignee on conversations (business_id, assignee_id, last_at, id)
  where assignee_id is not null;
comment on column conversations.assignee_id is
  'The user who takes care of it. It stays when that user is disabled.';

alter table messages add column actor text;
comment on column messages.actor is
  'Who wrote it, as the audit log names them. Null where the service wrote it by itself, it came in, or it is older than this column.';

create table conversation_notes (
  business_id bigint not null,
  id bigint not null,
  conversation_id bigint not null,
  actor text not null,
  body varchar(2000) not null,
  created_at timestamptz not null,
  primary key (business_id, id)
);
create index conversation_notes_of on conversation_notes (business_id, conversation_id, created_at, id);
comment on table conversation_notes is
  'What colleagues wrote to each other about a conversation. The person never sees it. Rows are added and removed, never changed.';
comment on column conversation_notes.actor is
  'Who wrote it, as the audit log names them.';
