import type { Told } from '../payments/untold-events.ts';
import { type Failure, failureOf } from './dunning.ts';

/** What happened to the payment of a period, whoever paid or tried to. */
export type Fact = { readonly subscriptionId: bigint; readonly n: number; readonly at: Date } & (
  | {
      /**
       * `voided`: what was on its way was taken back. `left_over`: of its payment more was given back, or less than it
       * seemed.
       */
      readonly what: 'paid' | 'processing' | 'voided' | 'left_over';
    }
  | {
      /** Its invoice was taken back, so that nobody can pay it. */
      readonly what: 'taken_back';
      /** Why, where nobody wished it. */
      readonly code?: string;
      /** What of its price a change before had put into it, or taken off, and is to be settled by another one. */
      readonly carriedCents?: bigint;
    }
  | {
      readonly what: 'failed';
      readonly failure: Failure;
      readonly code: string | undefined;
      /** Which try of ours; undefined: somebody else's, which says nothing of our card. */
      readonly attempt: number | undefined;
      readonly paymentId?: bigint;
      /** Where nobody was asked: that of the period then. Whoever wrote to it since, perhaps of another card, is right. */
      readonly epoch?: number;
      /** There is another card by now, which was not tried yet. */
      readonly isOldCard?: true;
    }
  | {
      /** Money that had come went back, or what was on its way will not come: its account takes no more. */
      readonly what: 'returned';
      readonly code: string | undefined;
      readonly isUnauthorized: boolean;
      /** No letter of its own asks the payer for it. */
      readonly isUnasked?: true;
    }
);

/** Undefined: of no matter for its subscription. */
export function factOf({ kind, at, data }: Told): Fact | undefined {
  if (data.subscriptionId === undefined || data.period === undefined) return undefined;
  const name = { subscriptionId: BigInt(data.subscriptionId), n: Number(data.period), at };
  const code: string | undefined = data.outcomeCode;
  switch (kind) {
    case 'payment.captured':
    case 'payment.available':
      return { ...name, what: 'paid' };
    case 'payment.queued':
      return { ...name, what: 'processing' };
    case 'payment.voided':
      // What we took out ourselves is owed as before; who asked for a void forgave it.
      if (data.isByUs) {
        return { ...name, what: 'returned', code, isUnauthorized: false, isUnasked: true };
      }
      return { ...name, what: 'voided' };
    case 'payment.refunded':
    case 'payment.refund_failed':
    case 'payment.void_failed':
      return { ...name, what: 'left_over' };
    case 'payment.declined':
    case 'payment.canceled': {
      const state = kind === 'payment.declined' ? 'declined' : 'canceled';
      const failure = failureOf({ state, outcomeCode: code }) ?? 'open';
      const paymentId = BigInt(data.paymentId);
      return { ...name, what: 'failed', failure, code, attempt: data.attempt, paymentId };
    }
    case 'payment.returned':
      // While it is asked for again by the rules of the network, it is on its way as before.
      if (data.representedAt !== undefined) return undefined;
      return { ...name, what: 'returned', code, isUnauthorized: data.isUnauthorized === true };
    default:
      return undefined;
  }
}
