import { loudnessOf } from '../carriers/given-up.ts';
import type { World } from '../world.ts';
import { type MessageKey, referenceOf } from './message.ts';

/** A text that will never arrive: its number and what was in it are nothing for the log. */
export function tellFailed(
  { log }: World,
  key: MessageKey,
  code: string,
  carrier: string | undefined,
): void {
  const facts = { businessId: key.businessId, reference: referenceOf(key), code };
  log[loudnessOf({ code, carrier })]('text.failed', facts);
}
