import type { FoundCustomer } from '../../../../src/ports/processors/found-customer.ts';
import type { BehaviourName } from './behaviours.ts';
import { publishedCustomers } from './customers.ts';

/** For tests and trials: instructions to the bank. */
export type Doors = {
  /** For one reference, or for the next so many charges or follow-ups, whatever their cards. */
  script(which: { reference: string } | { next: number }, does: BehaviourName): void;
  /** For the next batch that is closed. */
  script(next: { batch: BatchBehaviour }): void;
  /** While it is out, nothing gets through to the bank; the day's outage ends by itself. */
  outage(isOut: boolean | { seconds: number }): void;
  /** Adds a customer. */
  customer(known: Omit<FoundCustomer, 'outcome'>): void;
};

export const batchBehaviours = [
  'mismatch',
  'timeout_before_booking',
  'timeout_after_booking',
] as const;
export type BatchBehaviour = (typeof batchBehaviours)[number];

/** Instructions that the bank has not carried out yet. */
export function createScript(now: () => Date) {
  const byReference = new Map<string, BehaviourName>();
  let next: BehaviourName[] = [];
  let nextBatches: BatchBehaviour[] = [];
  let outUntil = Number.NEGATIVE_INFINITY;
  const customers = new Map(publishedCustomers.map((one) => [one.code, one]));

  const doors: Doors = {
    script(
      which: { reference: string } | { next: number } | { batch: BatchBehaviour },
      does?: BehaviourName,
    ) {
      if ('batch' in which) nextBatches = nextBatches.concat(which.batch);
      else if ('reference' in which) byReference.set(which.reference, does!);
      else next = next.concat(Array<BehaviourName>(which.next).fill(does!));
    },
    outage(isOut) {
      if (typeof isOut === 'boolean') outUntil = isOut ? Number.POSITIVE_INFINITY : 0;
      else outUntil = now().getTime() + isOut.seconds * 1000;
    },
    customer(known) {
      customers.set(known.code, { outcome: 'found', ...known });
    },
  };

  return {
    doors,
    isOut: () => now().getTime() < outUntil,
    take: (reference: string): BehaviourName | undefined =>
      byReference.get(reference) ?? next.shift(),
    takeBatch: (): BatchBehaviour | undefined => nextBatches.shift(),
    customer: (code: string): FoundCustomer | undefined => customers.get(code),
  };
}
