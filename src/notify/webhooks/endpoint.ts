import { webhookKinds } from '../../parties/businesses/new-business.ts';
import { webhookOwner } from '../../parties/businesses/profile.ts';
import {
  bool,
  int4,
  int8,
  listOf,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../../runtime/column.ts';
import type { Destination } from '../../runtime/http-out/flights.ts';
import { type RowOf, table } from '../../runtime/table.ts';

export const endpointTable = table('webhook_endpoints', {
  businessId: int8,
  kind: oneOf(webhookKinds),
  url: text,
  username: optional(text),
  createdAt: timestamptz,
  /** `failing`: a delivery was given up, or ten tries in a row failed. Deliveries go on. */
  state: oneOf(['enabled', 'failing', 'disabled']),
  /** True when the events of one object are delivered in their order. */
  inOrder: bool,
  /** Failed tries since the last success. */
  failures: int4,
  failingSince: optional(timestamptz),
  /** When it is disabled, unless a try succeeds before. */
  disableAt: optional(timestamptz),
  /** Accurate to a minute. */
  succeededAt: optional(timestamptz),
  disabledReason: optional(text),
  /** Until then posts are signed with the former secret too. */
  previousUntil: optional(timestamptz),
  /** Types of events that were switched on. When there are any, its posts name their type. */
  eventTypes: listOf(text),
});

export const endpoints = endpointTable.omit('createdAt', 'disableAt');

/** As people see it. */
export const shownEndpoints = endpointTable.omit('disableAt');

/** The address of a business for one kind of webhook, and its health. */
export type Endpoint = RowOf<typeof endpoints>;
export type EndpointKey = Pick<Endpoint, 'businessId' | 'kind'>;

/** The names of its secrets in the vault. */
export function secretsOf({ businessId, kind }: EndpointKey) {
  const owner = webhookOwner(kind);
  return {
    password: { businessId, owner, field: 'webhook_password' },
    secret: { businessId, owner, field: 'webhook_secret' },
    previous: { businessId, owner, field: 'webhook_previous_secret' },
  } as const;
}

/** By which posts in flight are counted. */
export function destinationOf(endpoint: Endpoint): Destination {
  const { url, failures } = endpoint;
  return { name: endpointName(endpoint), host: hostOf(url), isFailing: failures > 0 };
}

export function endpointName({ businessId, kind }: EndpointKey): string {
  return `${businessId}/${kind}`;
}

export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
