alter table webhook_endpoints add column event_types text[] not null default '{}';
comment on column webhook_endpoints.event_types is
  'Types of events that were switched on. Empty: its posts name no type, and are those of the interface alone.';
