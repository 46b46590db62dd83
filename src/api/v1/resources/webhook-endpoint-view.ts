import { Refusal } from '../../../kernel/refusal.ts';
import { shownEndpoints } from '../../../notify/webhooks/endpoint.ts';
import { readShownEndpoint } from '../../../notify/webhooks/endpoint-store.ts';
import { eventTypesOf } from '../../../notify/webhooks/event-types.ts';
import { type WebhookKind, webhookKinds } from '../../../parties/businesses/new-business.ts';
import type { Sql } from '../../../runtime/sql.ts';
import type { RowOf } from '../../../runtime/table.ts';
import { columnIs, createdBetween } from '../filters.ts';
import type { Listing } from '../list.ts';
import { bool, integer, list, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';

const states = ['enabled', 'failing', 'disabled'] as const;
export const kindShape = word(
  'What it hears of. A business has one endpoint of each kind.',
  webhookKinds,
);
export const typesOf = (kind: WebhookKind) => eventTypesOf(kind).map(({ type }) => type);

const fields = {
  id: kindShape,
  url: text('Where events are posted to.'),
  username: orNull(text('For basic authentication there.')),
  eventTypes: list(
    text('One of them.'),
    'Types that were switched on, beside those that every endpoint of its kind gets. With any, posts name their type.',
  ),
  status: word(
    'Failing: a delivery was given up, or ten tries in a row failed; posts continue. Disabled: until it is enabled.',
    states,
  ),
  disabledReason: orNull(text('Why it was disabled.')),
  inOrder: bool('True if the events of one object are delivered in their order.'),
  failures: integer('Failed tries since the last success.'),
  failingSince: orNull(moment('When they began to fail.')),
  lastSuccessAt: orNull(moment('When a post was accepted, accurate to a minute.')),
  formerSecretUntil: orNull(moment('Until then posts are signed with the former secret too.')),
  createdAt: moment('When it was made.'),
};
export const endpointShape = object(fields, { name: 'WebhookEndpoint' });
export const newEndpointShape = object(
  { ...fields, secret: text('It signs the posts. It is shown only in this answer.') },
  { name: 'WebhookEndpointWithSecret' },
);

function endpointWire(row: RowOf<typeof shownEndpoints>): TypeOf<typeof endpointShape> {
  return {
    id: row.kind,
    url: row.url,
    username: row.username ?? null,
    eventTypes: row.eventTypes,
    status: row.state,
    disabledReason: row.disabledReason ?? null,
    inOrder: row.inOrder,
    failures: row.failures,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastSuccessAt: row.succeededAt?.toISOString() ?? null,
    formerSecretUntil: row.previousUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export async function endpointView(
  sql: Sql,
  businessId: bigint,
  id: string,
): Promise<TypeOf<typeof endpointShape>> {
  const kind = kindNamed(id);
  const row = await readShownEndpoint(sql, { businessId, kind });
  if (!row) throw new Refusal('not_found');
  return endpointWire(row);
}

export function kindNamed(id: string): WebhookKind {
  const kind = webhookKinds.find((one) => one === id);
  if (!kind) throw new Refusal('not_found');
  return kind;
}

export const endpointListing: Listing<
  (typeof shownEndpoints)['fields'],
  TypeOf<typeof endpointShape>
> = {
  rows: shownEndpoints,
  select: shownEndpoints.of('w'),
  from: 'webhook_endpoints w',
  business: 'w.business_id',
  key: [
    { sql: 'w.created_at', type: 'timestamptz' },
    { sql: 'w.kind', type: 'text' },
  ],
  filters: {
    status: columnIs('w.state', word('Its status.', states)),
    ...createdBetween('w.created_at'),
  },
  search: {
    doc: 'its id, or a part of its address.',
    where: (q, $) => {
      const asText = $(q);
      return `w.kind = ${asText} or position(lower(${asText}) in lower(w.url)) > 0`;
    },
  },
  item: endpointShape,
  wire: endpointWire,
};
