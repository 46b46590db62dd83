import type { GatewayProcessor } from './gateway-kind.ts';
import { unknown } from './gateway-text.ts';
import type { Capabilities, NotSent } from './processor.ts';

/**
 * An account whose key is not at hand: it certainly sends nothing, and the outcome of earlier requests stays unknown.
 */
export function closedProcessor(name: string, can: Capabilities, reason: string): GatewayProcessor {
  const notSent = async (): Promise<NotSent> => ({ outcome: 'not_sent', reason });
  const tellsNothing = async () => unknown(reason);
  return {
    name,
    can,
    charge: notSent,
    followUp: notSent,
    inquire: tellsNothing,
    cancel: tellsNothing,
    closeBatch: notSent,
    inquireBatch: tellsNothing,
    settledRows: tellsNothing,
    disputes: tellsNothing,
    findCustomer: notSent,
    updateToken: notSent,
    check: tellsNothing,
  };
}
