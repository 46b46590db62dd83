import { type AnyEvent, isOfDispute, isOfPayment } from '../../runtime/events.ts';

import { type Failure, failureOf } from './dunning.ts';

/** An outcome of a period's payment, by our charge or by pay link. */
export type Fact = { readonly subscriptionId: bigint; readonly n: number; readonly at: Date } & (
  | {
      /**
       * `voided`: a processing payment was voided. `left_over`: more or less of its payment is left, by a refund or a
       * dispute.
       */
      readonly what: 'paid' | 'processing' | 'voided' | 'left_over';
    }
  | {
      /** Its invoice became void, so that it cannot be paid. */
      readonly what: 'taken_back';
      /** The reason, if nobody requested it. */
      readonly code?: string;
      /** The change that its price would have settled, for the next period to settle. */
      readonly carriedCents?: bigint;
    }
  | {
      readonly what: 'failed';
      readonly failure: Failure;
      readonly code: string | undefined;
      /** The number of our attempt; undefined: another payment, which does not concern our card. */
      readonly attempt: number | undefined;
      readonly paymentId?: bigint;
      /**
       * The period's fencing token, for a failure without a charge. A later write of the period, perhaps of another
       * card, wins.
       */
      readonly epoch?: number;
      /** The card was replaced, and the new one has not been charged yet. */
      readonly isOldCard?: true;
    }
  | {
      /** A paid or processing debit was returned; its account takes no more debits. */
      readonly what: 'returned';
      readonly code: string | undefined;
      /** As of a failed one. */
      readonly attempt: number | undefined;
      readonly paymentId: bigint;
      readonly isUnauthorized: boolean;
      /** No mail of its own asks the payer for the money. */
      readonly isUnasked?: true;
      /** All of it had been refunded, so that nothing is owed. */
      readonly isRefunded?: true | undefined;
      /** The account was replaced, and its successor has not been charged yet. */
      readonly isOldAccount?: true;
    }
);

/** Undefined: does not concern a subscription. */
export function factOf(event: AnyEvent): Fact | undefined {
  if (!isOfPayment(event) && !isOfDispute(event)) return undefined;
  const { kind, at, data } = event;
  if (data.subscriptionId === undefined || data.period === undefined) return undefined;
  const name = { subscriptionId: BigInt(data.subscriptionId), n: Number(data.period), at };
  const code: string | undefined = data.outcomeCode;
  const { attempt } = data;
  const paymentId = BigInt(data.paymentId);
  const returned = { ...name, what: 'returned', code, attempt, paymentId } as const;
  switch (kind) {
    case 'payment.captured':
    case 'payment.available':
      return { ...name, what: 'paid' };
    case 'payment.queued':
      return { ...name, what: 'processing' };
    case 'payment.voided':
      // After our own void the period is still owed; after a requested void it is not.
      if (data.isByUs) return { ...returned, isUnauthorized: false, isUnasked: true };
      return { ...name, what: 'voided' };
    case 'payment.refunded':
    case 'payment.refund_failed':
    case 'payment.void_failed':
    case 'dispute.inquired':
    case 'dispute.opened':
    case 'dispute.changed':
    case 'dispute.won':
    case 'dispute.lost':
      return { ...name, what: 'left_over' };
    case 'payment.declined':
    case 'payment.canceled': {
      const state = kind === 'payment.declined' ? 'declined' : 'canceled';
      const failure = failureOf({ state, outcomeCode: code }) ?? 'open';
      return { ...name, what: 'failed', failure, code, attempt, paymentId };
    }
    case 'payment.returned':
      // While clearing presents it again, the payment counts as processing.
      if (data.representedAt !== undefined) return undefined;
      return {
        ...returned,
        isUnauthorized: data.isUnauthorized === true,
        isRefunded: data.isRefunded,
      };
    case 'payment.authorized':
    case 'payment.unknown':
    case 'payment.originated':
    case 'payment.settled':
    case 'payment.represented':
    case 'payment.expired':
    case 'payment.given_back':
    case 'payment.capture_failed':
    case 'payment.give_back_failed':
      return undefined;
  }
}
