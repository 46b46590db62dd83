import type { Card, ChargeAnswer, ChargeRequest, Processor } from '../processor.ts';
import {
  chargeAnswer,
  inquiryAnswer,
  unknown,
  withAnotherAmount,
  withAnotherReference,
} from './answers.ts';
import {
  type Behaviour,
  type BehaviourName,
  behaviour,
  chooseBehaviour,
  declineCode,
} from './behaviours.ts';
import type { Book } from './book.ts';
import { type Booking, isReference } from './entry.ts';
import { processorIds } from './processor-ids.ts';

export type SimulatorOptions = {
  readonly book: Book;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  /** How long the bank thinks before every answer. */
  readonly answerDelayMs?: number;
  /** How long a caller waits for an answer that never comes. */
  readonly callTimeoutMs?: number;
  readonly lateWindowSeconds?: number;
  /** The same seed and references give the same processor ids. */
  readonly seed?: number;
};

export type Simulator = Processor & Doors;

/** What only tests use. */
export type Doors = {
  /** For one reference, or for the next so many charges, whatever their cards. */
  script(which: { reference: string } | { next: number }, does: BehaviourName): void;
  /** While it is out, nothing gets through to the bank. */
  outage(isOut: boolean): void;
};

/** A processor like any other, inside this process: the only one in the sandbox. */
export function simulator(options: SimulatorOptions): Simulator {
  const { book, now, sleep } = options;
  const { answerDelayMs = 0, callTimeoutMs = 20_000, lateWindowSeconds = 120, seed = 1 } = options;
  const lateByMs = Math.min(callTimeoutMs + 5000, lateWindowSeconds * 500);
  const processorId = processorIds(seed);
  const scripted = new Map<string, BehaviourName>();
  let scriptedNext: BehaviourName[] = [];
  let isOut = false;

  return {
    name: 'simulator',
    can: {
      idempotency: 'by_reference',
      inquiry: 'by_reference',
      cancelByReference: true,
      lateWindowSeconds,
    },

    async charge(request) {
      if (isOut) return await tell('no_connection');
      if (!isReference(request.reference)) return await tell('rejection');
      const at = now().getTime();
      const does = choose(request, at);
      const { books, answers } = behaviour(does);
      if (books === 'nothing') return await tell(answers);

      const booking = bookingOf(request, does, at);
      try {
        const judgement = await book.record(booking);
        const truth = chargeAnswer(request, judgement, at);
        // A repeated request is told what became of the first: the network fails but once.
        return await tell(judgement.booked === booking ? answers : 'truth', truth);
      } catch {
        return unknown('server error');
      }
    },

    async inquire(reference) {
      if (isOut) return unknown('connection refused');
      if (!isReference(reference)) return { outcome: 'not_found' };
      try {
        const judgement = await book.find(reference);
        if (await isTooSlow()) return unknown('no answer in time');
        return inquiryAnswer(reference, judgement, now().getTime());
      } catch {
        return unknown('server error');
      }
    },

    async cancel(reference) {
      if (isOut) return unknown('connection refused');
      try {
        // What cannot be a reference cannot be charged under either.
        if (isReference(reference)) {
          await book.record({ reference, event: 'canceled', at: now().getTime() });
        }
        if (await isTooSlow()) return unknown('no answer in time');
        return { outcome: 'canceled', reference };
      } catch {
        return unknown('server error');
      }
    },

    script(which, does) {
      if ('reference' in which) scripted.set(which.reference, does);
      else scriptedNext = scriptedNext.concat(Array<BehaviourName>(which.next).fill(does));
    },

    outage(out) {
      isOut = out;
    },
  };

  function choose({ reference, card, amountCents }: ChargeRequest, at: number): BehaviourName {
    const does = scripted.get(reference) ?? scriptedNext.shift();
    if (does) return does;
    if (hasExpired(card, at)) return 'expired_card';
    return chooseBehaviour(card.number.reveal(), amountCents);
  }

  function bookingOf(request: ChargeRequest, does: BehaviourName, at: number): Booking {
    const { reference, amountCents, capture, card } = request;
    const { books } = behaviour(does);
    return {
      reference,
      event: books === 'decline' ? 'declined' : 'approved',
      code: books === 'decline' ? declineCode(does) : undefined,
      at,
      bookedAt: books === 'late_approval' ? at + lateByMs : at,
      cents: books === 'another_amount' ? amountCents + 100n : amountCents,
      askedCents: amountCents,
      capture,
      processorId: processorId(reference),
      last4: lastFour(card.number.reveal()),
      behaviour: does,
    };
  }

  async function tell(
    answers: Behaviour['answers'],
    truth: ChargeAnswer = unknown('nothing was booked'),
  ): Promise<ChargeAnswer> {
    if (answers === 'never') {
      await sleep(callTimeoutMs);
      return unknown('no answer in time');
    }
    if (answers === 'no_connection') return { outcome: 'not_sent', reason: 'connection refused' };
    if (await isTooSlow()) return unknown('no answer in time');
    switch (answers) {
      case 'truth':
        return truth;
      case 'slowly':
        await sleep(Math.min(3000, callTimeoutMs / 2));
        return truth;
      case 'another_amount':
        return withAnotherAmount(truth);
      case 'another_reference':
        return withAnotherReference(truth);
      case 'garbage':
        return unknown('unreadable answer');
      case 'server_error':
        return unknown('server error');
      case 'rejection':
        return { outcome: 'rejected', message: 'The request is not well formed.' };
    }
  }

  async function isTooSlow(): Promise<boolean> {
    if (answerDelayMs > 0) await sleep(Math.min(answerDelayMs, callTimeoutMs));
    return answerDelayMs >= callTimeoutMs;
  }
}

/** After the last day of its month everywhere on earth; westernmost it ends twelve hours after UTC. */
function hasExpired({ expiryMonth, expiryYear }: Card, at: number): boolean {
  const west = new Date(at - 12 * 3_600_000);
  return expiryYear * 12 + expiryMonth < west.getUTCFullYear() * 12 + west.getUTCMonth() + 1;
}

/** Only of what looks like a card number: anything else may be a secret in the wrong field. */
function lastFour(number: string): string {
  return /^[0-9]{12,19}$/.test(number) ? number.slice(-4) : '';
}
