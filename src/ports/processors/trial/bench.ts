import type { Currency } from '../../../kernel/currency.ts';
import { Secret } from '../../../kernel/secret.ts';
import type { GatewayProcessor } from '../gateway-kind.ts';
import type { Approval, ChargeRequest } from '../processor.ts';
import type { Bench, TestCard, Trial } from './trial.ts';

export type Setup = {
  readonly processor: GatewayProcessor;
  readonly trial: Trial;
  /** The currency of the account. */
  readonly currency: Currency;
  /** The prefix of every reference: no run finds a charge of another one. */
  readonly runId: string;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly latestAnswer: () => string;
};

/** The longest a run takes, except for one call that is under way. */
export const mostMinutes = 20;
const longestPauseMs = 30_000;
/** A result that is visible later than promised is still found for a while. */
const patience = 1.5;

/** Opens what the parts of a trial share; `charges` holds approved charges that were not undone. */
export function openBench({ processor, trial, currency, runId, now, sleep, latestAnswer }: Setup) {
  const charges = new Map<string, Approval>();
  const endsAt = now().getTime() + mostMinutes * 60_000;
  // A run soon after another charges other amounts: some gateways take equal ones for duplicates.
  const firstAmount =
    1000 + [...runId].reduce((sum, one) => (31 * sum + one.charCodeAt(0)) % 3000, 0);
  let count = 0;
  const newReference = () => {
    count += 1;
    return `${runId}-${count}`;
  };

  const bench: Bench = {
    processor,
    now,
    currency,
    newReference,
    latestAnswer,

    async charge(more = {}) {
      const reference = newReference();
      const request: ChargeRequest = {
        reference,
        amountCents: BigInt(firstAmount + count),
        currency,
        capture: true,
        allowPartial: false,
        card: cardOf(trial.card),
        statementDescriptor: undefined,
        payer,
        initiation: undefined,
        ...more,
      };
      const answer = await processor.charge(request);
      if (answer.outcome === 'approved') charges.set(answer.processorId, answer);
      return { request, answer };
    },

    cardOf,

    async declined() {
      if (!trial.declines) return undefined;
      const { amountCents, card } = trial.declines;
      const more = card ? { card: cardOf({ ...trial.card, ...card }) } : {};
      return await bench.charge({ ...more, ...(amountCents !== undefined && { amountCents }) });
    },

    async followUp(kind, charge, amountCents = charge.amountCents) {
      const request = {
        kind,
        reference: newReference(),
        chargeReference: charge.reference,
        chargeId: charge.processorId,
        amountCents,
        currency,
        last4: trial.card.number.slice(-4),
      };
      const answer = await processor.followUp(request);
      if (answer.outcome === 'approved') book(kind, charge.processorId, amountCents);
      return { request, answer };
    },

    async inquireUntil(reference, of, isIt) {
      const begun = now();
      const mostMs = processor.can.visibilityDelaySeconds * 1000 * patience + longestPauseMs;
      const until = Math.min(begun.getTime() + mostMs, endsAt);
      for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        const answer = await processor.inquire(reference, of, begun);
        const seconds = Math.round((now().getTime() - begun.getTime()) / 1000);
        if (isIt(answer)) return { answer, seconds, isIt: true };
        if (now().getTime() + pauseMs > until) return { answer, seconds, isIt: false };
        await sleep(pauseMs);
      }
    },
  };
  /** Updates the amount that is still charged. */
  function book(kind: 'capture' | 'void' | 'refund', id: string, cents: bigint): void {
    const charge = charges.get(id);
    if (!charge) return;
    const left = kind === 'capture' ? cents : kind === 'void' ? 0n : charge.amountCents - cents;
    if (left > 0n) charges.set(id, { ...charge, amountCents: left });
    else charges.delete(id);
  }
  const isOver = () => now().getTime() >= endsAt;
  return { bench, charges, isOver };
}

function cardOf({ number, cvv, ...card }: TestCard): ChargeRequest['card'] {
  return { ...card, number: new Secret(number), cvv: new Secret(cvv), holder: 'Pat Trial' };
}

/** A fictitious payer: some gateways ask who pays, and from where. */
const payer = {
  firstName: 'Pat',
  lastName: 'Trial',
  email: 'pat@example.com',
  phone: '6175550100',
  address1: '1 Main Street',
  address2: '',
  city: 'Portland',
  stateCode: 'ME',
  postalCode: '04101',
  countryCode: 'US',
  ip: '192.0.2.7',
};
