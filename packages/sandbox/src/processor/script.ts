import type { FoundCustomer } from '../../../../src/ports/processors/found-customer.ts';
import type { BehaviourName } from './behaviours.ts';
import { publishedCustomers } from './customers.ts';
import { recent } from './recent.ts';

/** Instructions to the bank, for tests and trials. */
export type Doors = {
  /** Scripts one reference, or the next so many charges or follow-ups, whatever their cards. */
  script(which: { reference: string } | { next: number }, does: BehaviourName): void;
  /** Scripts the batch with this reference, or the next one that is closed. */
  script(which: { batch: BatchBehaviour; reference?: string | undefined }): void;
  /** During an outage nothing gets through to the bank. An outage with `seconds` ends by itself. */
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

export function isBatchBehaviour(name: string): name is BatchBehaviour {
  return batchBehaviours.some((one) => one === name);
}

/** An instruction for the charge, follow-up or batch with this reference. */
export type Instruction = {
  readonly reference: string;
  readonly isBatch: boolean;
  /** The name of a behaviour; any other name is ignored. */
  readonly does: string;
};

/** A repeated request finds its instruction again, unless as many others came since. */
const mostKept = 10_000;

/** The instructions that the bank was given. */
export function createScript(now: () => Date) {
  const byReference = recent<BehaviourName>(mostKept);
  let next: BehaviourName[] = [];
  const batches = recent<BatchBehaviour>(mostKept);
  let nextBatches: BatchBehaviour[] = [];
  let outUntil = Number.NEGATIVE_INFINITY;
  const customers = new Map(publishedCustomers.map((one) => [one.code, one]));

  const doors: Doors = {
    script(
      which:
        | { reference: string }
        | { next: number }
        | { batch: BatchBehaviour; reference?: string | undefined },
      does?: BehaviourName,
    ) {
      if ('batch' in which) {
        if (which.reference === undefined) nextBatches = nextBatches.concat(which.batch);
        else batches.set(which.reference, which.batch);
        return;
      }
      if ('reference' in which) byReference.set(which.reference, does!);
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
    takeBatch: (reference: string): BatchBehaviour | undefined =>
      batches.get(reference) ?? nextBatches.shift(),
    customer: (code: string): FoundCustomer | undefined => customers.get(code),
  };
}
