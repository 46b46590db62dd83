import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { Secret } from '../../../src/kernel/secret.ts';
import type {
  Approval,
  Capabilities,
  Card,
  ChargeAnswer,
  ChargeRequest,
  FollowUpRequest,
  InquiryAnswer,
  Processor,
} from '../../../src/ports/processors/processor.ts';

/** A processor that is to be tried, and what the trial needs to know of it. */
export type Subject = {
  readonly processor: Processor;
  /** The same processor where nobody answers. */
  readonly unreachable: Processor;
  /** Card numbers with which it does a certain thing. */
  readonly cards: {
    readonly approves: string;
    readonly declines: string;
    readonly approvesAPart: string;
    readonly timesOutBeforeBooking: string;
    readonly timesOutAfterBooking: string;
    readonly booksLate: string;
    readonly captureDeclines: string;
    readonly captureTimesOutAfterBooking: string;
    readonly voidTimesOutAfterBooking: string;
    readonly refundDeclines: string;
    readonly refundTimesOutBeforeBooking: string;
    readonly refundTimesOutAfterBooking: string;
  };
  /** The code of somebody whom it knows. */
  readonly customer: string;
  /** Whether it compares the amount of a void with the charge: some take none. */
  readonly comparesVoids: boolean;
  /** Whether each follow-up is a record of its own, with its own number, that its reference finds for certain. */
  readonly recordsFollowUps: boolean;
  /** True if what was authorized may be captured in several parts. */
  readonly capturesInParts?: true;
  /** True if only what was settled is refunded, and refused until then. */
  readonly refundsSettledOnly: boolean;
  /** True if what was taken can no longer be voided: it is refunded. */
  readonly voidsAuthorizedOnly: boolean;
  /** True if an inquiry about a charge that was voided tells that it holds nothing. */
  readonly tellsVoided: boolean;
  /** Whether the same is true of one that was refunded in full. */
  readonly tellsRefunded?: true;
  /** True if what follows a charge and was declined is not told by an inquiry. */
  readonly forgetsDeclinedFollowUps?: true;
  /** True if what follows a charge is found by its charge alone. */
  readonly findsFollowUpsByCharge?: true;
  /** What it tells of a reference that was used for something else, if it is not always `rejected`. */
  readonly reuseIs?: readonly ChargeAnswer['outcome'][];
  /** True if it fails with a token that it does not know, and says no more than that. */
  readonly failsAtTokens?: true;
  /** True if its batches are not ours: it knows no name of ours, and what lies in a closed one is settled. */
  readonly batchesAreItsOwn?: true;
  readonly passSeconds: (seconds: number) => void | Promise<void>;
  /** All that the other side keeps of us. */
  readonly written: () => Promise<string>;
};

export type Open = (t: TestContext) => Promise<Subject>;
export type Make = (sentence: string, keep: (subject: Subject) => Promise<void>) => void;

export function promises(name: string, open: Open): Make {
  return (sentence, keep) =>
    test(`${name}: ${sentence}`, async (t) => {
      const subject = await open(t);
      await keep({ ...subject, processor: inDollars(subject.processor) });
    });
}

/** Of what is asked for in dollars it tells dollars or nothing; all else is the same in every answer. */
function inDollars(processor: Processor): Processor {
  return {
    ...processor,
    charge: async (...asked) => plain(await processor.charge(...asked)),
    followUp: async (...asked) => plain(await processor.followUp(...asked)),
    inquire: async (...asked) => plain(await processor.inquire(...asked)),
  };
}

function plain<A extends ChargeAnswer | InquiryAnswer>(answer: A): A {
  if (!('currency' in answer) || answer.currency === undefined) return answer;
  const { currency, ...told } = answer;
  assert.equal(currency, 'USD');
  return told as A;
}

/** Of these sentences it keeps only what it says that it can. */
export function where(make: Make, is: (can: Capabilities) => boolean): Make {
  return (sentence, keep) =>
    make(sentence, async (subject) => {
      if (is(subject.processor.can)) await keep(subject);
    });
}

export const isIdempotent = (can: Capabilities) => can.replay !== undefined;

export const cvv = '739';
export const holder = 'Ada Canary-Example';

type NumberedCharge = ChargeRequest & { readonly card: Card };

export function chargeRequest(
  reference: string,
  number: string,
  more: Partial<NumberedCharge> = {},
): NumberedCharge {
  return {
    reference,
    amountCents: 1000n,
    currency: 'USD',
    capture: true,
    allowPartial: false,
    statementDescriptor: 'QUITTANCE TEST',
    card: {
      number: new Secret(number),
      expiryMonth: 12,
      expiryYear: 2039,
      cvv: new Secret(cvv),
      holder,
      address: '1 Canary Street',
      postalCode: '10001',
    },
    ...more,
  };
}

/** A charge that was approved, to be followed up. */
export async function approved(
  processor: Processor,
  reference: string,
  number: string,
  more: Parameters<typeof chargeRequest>[2] = {},
): Promise<Approval> {
  const answer = await processor.charge(chargeRequest(reference, number, more));
  const reason = 'reason' in answer ? answer.reason : '';
  assert.equal(answer.outcome, 'approved', `not approved but ${answer.outcome}: ${reason}`);
  return answer;
}

/** What follows a charge: of all of it, unless another amount is given. */
/** It was used for something else, and whoever asks must not take it for what was asked. */
export function assertReused({ reuseIs = ['rejected'] }: Subject, { outcome }: ChargeAnswer): void {
  assert.ok(reuseIs.includes(outcome), outcome);
}

export function followUp(
  kind: FollowUpRequest['kind'],
  reference: string,
  charge: Pick<Approval, 'reference' | 'processorId' | 'amountCents'>,
  amountCents = charge.amountCents,
): FollowUpRequest {
  const { reference: chargeReference, processorId: chargeId } = charge;
  return {
    kind,
    reference,
    chargeReference,
    chargeId,
    amountCents,
    currency: 'USD',
    last4: '1111',
  };
}
