import type { EndpointKey } from './endpoint.ts';

/** An event on its way to an endpoint. */
export type Delivery = EndpointKey & {
  readonly id: bigint;
  /** The webhook-id of every try and replay, by which a receiver knows what it has already. */
  readonly eventId: string;
  readonly objectId: bigint;
  readonly body: string;
  /** How many tries ended. */
  readonly tries: number;
  /** Counts who took it. */
  readonly epoch: number;
};

/**
 * `pending`: not tried yet, and it may wait for an earlier one of its object. `discarded`: its endpoint is gone,
 * was disabled, or said that it wants no more.
 */
export type DeliveryState =
  | 'pending'
  | 'in_flight'
  | 'scheduled'
  | 'succeeded'
  | 'exhausted'
  | 'discarded';
