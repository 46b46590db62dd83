import { webhookKinds } from '../../parties/businesses/new-business.ts';
import {
  bool,
  int2,
  int4,
  int8,
  oneOf,
  optional,
  text,
  timestamptz,
  uuid,
} from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';

export const deliveries = table('deliveries', {
  businessId: int8,
  id: int8,
  /** The webhook-id of every try and replay, by which a receiver recognizes duplicates. */
  eventId: uuid,
  kind: oneOf(webhookKinds),
  objectId: int8,
  /** Counts the deliveries about one object. */
  sequence: int4,
  /**
   * `pending`: not tried yet; it may wait for an earlier delivery about its object. `discarded`: its endpoint is gone,
   * was disabled, or answered 410.
   */
  state: oneOf(['pending', 'in_flight', 'scheduled', 'succeeded', 'exhausted', 'discarded']),
  body: text,
  isReplay: bool,
  /** Tries that ended. */
  tries: int2,
  /** Fencing token: raised by every owner. */
  epoch: int4,
  /** In flight: when the lease ends. Undefined while it waits for an earlier one, and at the end. */
  dueAt: optional(timestamptz),
  lastStatus: optional(int2),
  lastError: optional(text),
  createdAt: timestamptz,
  finishedAt: optional(timestamptz),
});

export const deliveryTries = table('delivery_tries', {
  businessId: int8,
  deliveryId: int8,
  /** The epoch of the delivery. */
  n: int4,
  sentAt: timestamptz,
  endedAt: optional(timestamptz),
  outcome: optional(oneOf(['succeeded', 'failed'])),
  status: optional(int2),
  error: optional(text),
  /** The network address of the receiver. */
  address: optional(text),
  /** The beginning of the response, masked. */
  answer: optional(text),
});

export const leasedDeliveries = deliveries.pick(
  'businessId',
  'id',
  'eventId',
  'kind',
  'objectId',
  'body',
  'tries',
  'epoch',
);

/** An event on its way to an endpoint. */
export type Delivery = RowOf<typeof leasedDeliveries>;
export type DeliveryState = RowOf<typeof deliveries>['state'];
