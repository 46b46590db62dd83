import { checkExpiry, type Expiry } from '../../kernel/card.ts';
import { type FieldFault, fieldFault } from '../../kernel/refusal.ts';
import type { V1Call } from './endpoint.ts';

type Noted = {
  readonly faults: FieldFault[];
  /** Takes what refuses a new charge only: a repeated request gets its first answer. */
  readonly late?: FieldFault[] | undefined;
};

/** A card that has expired by now may have been valid when the request was first sent. */
export function addExpiryFault(
  expiry: Expiry,
  today: V1Call['today'],
  at: string,
  { faults, late = faults }: Noted,
): void {
  const judged = checkExpiry(expiry, today);
  if (judged.ok) return;
  (judged.code === 'expired' ? late : faults).push(fieldFault(at, judged));
}
