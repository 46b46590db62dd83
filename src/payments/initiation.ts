import type { Initiation } from '../ports/processors/processor.ts';
import type { Order } from './order.ts';

/**
 * Who began a charge, for the card networks. A period of a subscription is charged by the business alone, and so is a
 * saved card of which a caller says so; else the payer is taken to be present.
 */
export function initiationOf(
  { source, newToken, period, agreed }: Order,
  processor: string,
): Initiation | undefined {
  if (source.method !== 'card') return undefined;
  const { storedWith, token } = source;
  const purpose = period ? 'recurring' : (agreed ?? 'unscheduled');
  if (token === undefined) {
    const use = newToken ? 'first' : 'once';
    return { by: 'customer', use, purpose, networkTransactionId: undefined };
  }
  const by = period?.attempt === undefined && agreed === undefined ? 'customer' : 'merchant';
  // Another processor does not know the name.
  const isKnown = storedWith?.processor === processor;
  const networkTransactionId = isKnown ? storedWith.networkTransactionId : undefined;
  const originalCents = isKnown ? storedWith.cents : undefined;
  return { by, use: 'again', purpose, networkTransactionId, originalCents };
}
