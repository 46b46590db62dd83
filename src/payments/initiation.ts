import type { Initiation } from '../ports/processors/processor.ts';
import type { Order } from './order.ts';

/**
 * Who began a charge, for the card networks. A period of a subscription is charged by the business alone. Whoever sends
 * a stored token by the interfaces is taken to act for a payer who is present: they have no field that says otherwise.
 */
export function initiationOf(
  { source, newToken, period }: Order,
  processor: string,
): Initiation | undefined {
  if (source.method !== 'card') return undefined;
  const { storedWith, token } = source;
  const purpose = period ? 'recurring' : 'unscheduled';
  if (token === undefined) {
    const use = newToken ? 'first' : 'once';
    return { by: 'customer', use, purpose, networkTransactionId: undefined };
  }
  const by = period?.attempt === undefined ? 'customer' : 'merchant';
  // Another processor does not know the name.
  const isKnown = storedWith?.processor === processor;
  const networkTransactionId = isKnown ? storedWith.networkTransactionId : undefined;
  return { by, use: 'again', purpose, networkTransactionId };
}
