import { usualCurrency } from '../../../../src/kernel/currency.ts';
import { refusedProof, secretsOf } from '../../../../src/ports/processors/authentication.ts';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  BatchRequest,
  CancelAnswer,
  Capabilities,
  ChargeAnswer,
  ChargedCard,
  ChargeRequest,
  CustomerAnswer,
  FollowUpRequest,
  Gateway,
  InquiryAnswer,
} from '../../../../src/ports/processors/processor.ts';
import { isCryptogram } from '../gateways/proof.ts';
import { chargeAnswer, inquiryAnswer, rejected, totals, unknown } from './answers.ts';
import {
  type Behaviour,
  type BehaviourName,
  behaviour,
  declineCode,
  laterBehaviour,
} from './behaviours.ts';
import type { Book } from './book.ts';
import { type Booking, isReference, references } from './entry.ts';
import { processorIds } from './processor-ids.ts';
import { createScript } from './script.ts';
import { chooseBehaviour } from './test-cards.ts';

export type BankOptions = {
  readonly book: Book;
  readonly now: () => Date;
  /** How long a caller waits for an answer that never comes. */
  readonly callTimeoutMs?: number;
  readonly lateWindowSeconds?: number;
  /** The same seed and references give the same processor ids. */
  readonly seed?: number;
};

/** The true outcome, and how the answer is to reach the caller. */
export type Reply<Answer> = { readonly truth: Answer; readonly answers: Behaviour['answers'] };

export function capabilities(lateWindowSeconds: number): Capabilities {
  return {
    references,
    replay: { by: 'key', seconds: Number.POSITIVE_INFINITY },
    tokens: false,
    threeDSecure: true,
    wallets: ['device_number'],
    cancelByReference: 'all',
    batches: 'manual',
    partialApproval: true,
    customerSearch: true,
    lateWindowSeconds,
    visibilityDelaySeconds: 0,
    absence: 'never',
  };
}

/** The simulated bank without a network: it decides and books. */
export function simulatedBank(options: BankOptions) {
  const { book, now, callTimeoutMs = 20_000, lateWindowSeconds = 120, seed = 1 } = options;
  const lateByMs = Math.min(callTimeoutMs + 5000, lateWindowSeconds * 500);
  const processorId = processorIds(seed);
  const script = createScript(now);
  const can = capabilities(lateWindowSeconds);

  return {
    can,
    doors: script.doors,
    isOut: script.isOut,

    async charge(request: ChargeRequest): Promise<Reply<ChargeAnswer>> {
      if (!isReference(request.reference)) return malformed;
      const refused = refusedProof(can, request);
      if (refused) return told(refused);
      if (isRefused(request.gateway)) return told(rejected('The gateway refused the passkey.'));
      const at = now().getTime();
      const does = choose(request, at);
      const { books, answers } = behaviour(does);
      if (books === 'nothing') return nothing(answers);

      const booking = bookingOf(request, does, at);
      try {
        const judgement = await book.record(booking);
        const truth = chargeAnswer(booking, judgement, at);
        // A repeated request gets the outcome of the first: the network fails only once.
        return { truth, answers: judgement.booked === booking ? answers : 'truth' };
      } catch {
        return faulty;
      }
    },

    async followUp(request: FollowUpRequest): Promise<Reply<ChargeAnswer>> {
      const { reference, chargeReference, chargeId, kind } = request;
      if (!isReference(reference) || !isReference(chargeReference)) return malformed;
      const at = now().getTime();
      try {
        const charge = (await book.find(chargeReference))?.booked;
        const does =
          script.take(reference) ?? (charge ? laterBehaviour(charge.behaviour, kind) : 'approve');
        const { books, answers } = behaviour(does);
        if (books === 'nothing') return nothing(answers);
        if (charge?.processorId !== chargeId) return told(rejected('There is no such charge.'));

        const requested = followUpOf(request, charge, does, at);
        const followed = await book.follow(requested);
        if ('wrong' in followed) return told(rejected(followed.wrong));
        const truth = chargeAnswer(requested, followed.judgement, at);
        return { truth, answers: followed.isFirst ? answers : 'truth' };
      } catch {
        return faulty;
      }
    },

    async inquire(reference: string): Promise<Reply<InquiryAnswer>> {
      if (!isReference(reference)) return told({ outcome: 'not_found' });
      try {
        const judgement = await book.find(reference);
        return told(inquiryAnswer(reference, judgement, now().getTime()));
      } catch {
        return faulty;
      }
    },

    async cancel(reference: string): Promise<Reply<CancelAnswer>> {
      try {
        // Nothing can be charged under a malformed reference.
        if (isReference(reference)) {
          await book.record({ reference, event: 'canceled', at: now().getTime() });
        }
        return told({ outcome: 'canceled', reference });
      } catch {
        return faulty;
      }
    },

    async closeBatch({ reference, items }: BatchRequest): Promise<Reply<BatchAnswer>> {
      const all = [reference, ...items.map((item) => item.reference)];
      if (!all.every(isReference)) return malformed;
      const does = script.takeBatch(reference);
      if (does === 'timeout_before_booking') return nothing('never');
      try {
        const closing = await book.closeBatch({
          reference,
          at: now().getTime(),
          processorId: processorId(reference),
          items,
          forgetsOne: does === 'mismatch',
        });
        if ('wrong' in closing) return told(rejected(closing.wrong));
        return { truth: totals(closing), answers: does?.startsWith('timeout') ? 'never' : 'truth' };
      } catch {
        return faulty;
      }
    },

    async inquireBatch(reference: string): Promise<Reply<BatchInquiryAnswer>> {
      if (!isReference(reference)) return told({ outcome: 'not_found' });
      try {
        const closing = await book.findBatch(reference);
        return told(closing ? totals(closing) : { outcome: 'not_found' });
      } catch {
        return faulty;
      }
    },

    async findCustomer(code: string): Promise<Reply<CustomerAnswer>> {
      return told(script.customer(code) ?? { outcome: 'not_found' });
    },
  };

  function choose(request: ChargeRequest, at: number): BehaviourName {
    const { reference, card, amountCents, simulatedAt } = request;
    const does = script.take(reference);
    if (does) return does;
    if (hasExpired(card, simulatedAt?.getTime() ?? at)) return 'expired_card';
    // An issuer verifies a cryptogram that it made.
    if (!secretsOf(request).every((one) => isCryptogram(one.reveal())))
      return 'authentication_required';
    return chooseBehaviour(card.number?.reveal() ?? '', amountCents);
  }

  function bookingOf(request: ChargeRequest, does: BehaviourName, at: number): Booking {
    const { reference, amountCents, capture, allowPartial, card, gateway, currency } = request;
    const { books } = behaviour(does);
    const isTooMuch = books === 'part' && !allowPartial;
    const code = books === 'decline' ? declineCode(does) : undefined;
    return {
      reference,
      event: books === 'decline' || isTooMuch ? 'declined' : 'approved',
      kind: 'charge',
      of: undefined,
      code: isTooMuch ? 'insufficient_funds' : code,
      at,
      bookedAt: books === 'late_approval' ? at + lateByMs : at,
      cents: books === 'part' && allowPartial ? half(amountCents) : centsOf(books, amountCents),
      askedCents: amountCents,
      ...(currency !== usualCurrency && { currency }),
      capture,
      processorId: processorId(reference),
      last4: lastFour(card.number?.reveal() ?? ''),
      behaviour: does,
      ...(gateway && {
        gateway: encodeURIComponent(gateway.id),
        passkey: gateway.passkey !== undefined,
      }),
    };
  }

  function followUpOf(
    { reference, kind, amountCents }: FollowUpRequest,
    charge: Booking,
    does: BehaviourName,
    at: number,
  ): Booking {
    const { books } = behaviour(does);
    const isDecline = books === 'decline';
    return {
      reference,
      event: isDecline ? 'declined' : 'approved',
      kind,
      of: charge.reference,
      code: isDecline ? declineCode(does) : undefined,
      at,
      bookedAt: books === 'late_approval' ? at + lateByMs : at,
      cents: centsOf(books, amountCents),
      askedCents: amountCents,
      ...(charge.currency !== undefined && { currency: charge.currency }),
      capture: false,
      processorId: processorId(reference),
      last4: charge.last4,
      behaviour: does,
    };
  }
}

export type Bank = ReturnType<typeof simulatedBank>;

export const malformed = told(rejected('The request is not well formed.'));
const faulty = { truth: unknown('server error'), answers: 'server_error' } as const;

function told<Answer>(truth: Answer) {
  return { truth, answers: 'truth' } as const;
}

function nothing(answers: Behaviour['answers']) {
  const truth = answers === 'rejection' ? malformed.truth : unknown('nothing was booked');
  return { truth, answers };
}

function centsOf(books: Behaviour['books'], askedCents: bigint): bigint {
  return books === 'another_amount' ? askedCents + 100n : askedCents;
}

function half(cents: bigint): bigint {
  return cents > 1n ? cents / 2n : cents;
}

/** A passkey of the sandbox that its gateway does not know. */
const unknownPasskey = 'unknown-passkey';

function isRefused(gateway: Gateway | undefined): boolean {
  return gateway?.passkey?.reveal().toLowerCase().includes(unknownPasskey) ?? false;
}

/** True after the last day of the card's month everywhere on earth; westernmost it ends twelve hours after UTC. */
function hasExpired({ expiryMonth, expiryYear }: ChargedCard, at: number): boolean {
  if (expiryMonth === undefined) return false;
  const west = new Date(at - 12 * 3_600_000);
  return expiryYear * 12 + expiryMonth < west.getUTCFullYear() * 12 + west.getUTCMonth() + 1;
}

/** Empty unless it looks like a card number: other text may be a secret in the wrong field. */
function lastFour(number: string): string {
  return /^[0-9]{12,19}$/.test(number) ? number.slice(-4) : '';
}
