import { Refusal } from '../../kernel/refusal.ts';
import { mayGrant } from '../../parties/businesses/keys.ts';
import { type Right, rightsWithin } from '../../parties/businesses/rights.ts';
import type { V1Call } from './endpoint.ts';

/** Refuses to hand out more than the caller itself may do. Undefined: everything in the business. */
export function checkGrant(
  { key, business }: Pick<V1Call, 'key' | 'business'>,
  granted: readonly Right[] | undefined,
): void {
  if (mayGrant(key, granted ?? rightsWithin(business))) return;
  const message = 'Only rights that the caller itself has can be granted.';
  throw new Refusal('right_missing', { message });
}
