import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { asksByReplay, judge, mayReplay } from '../../src/payments/evidence.ts';
import type {
  ChargeAnswer,
  FollowUpRequest,
  InquiryAnswer,
  Processor,
} from '../../src/ports/processors/processor.ts';
import type { Random } from '../campaign/random.ts';

/** What the caller books for one conversation in the end. */
export type Booked = {
  readonly reference: string;
  readonly kind: 'charge' | FollowUpRequest['kind'];
  readonly end: 'approved' | 'nothing' | 'person';
  readonly cents: bigint;
  /** How it was found out. */
  readonly by: 'answer' | 'inquiry' | 'absence';
  readonly processorId: string;
  readonly fault: GatewayFault;
};

/** A double with a clock, as far as a caller goes. */
export type GatewayScene = {
  readonly now: () => Date;
  readonly passSeconds: (seconds: number) => void;
  readonly script: (reference: string, fault: GatewayFault) => void;
};

/** What a caller must know of a gateway. */
export type Habits = {
  /** The codes that a conversation may be answered with. */
  readonly codes: readonly string[];
  /** True if only what was settled is refunded. */
  readonly refundsSettledOnly: boolean;
  /** True if what was taken can no longer be voided. */
  readonly voidsAuthorizedOnly?: true;
  /** True if a request without the card comes before each charge. */
  readonly chargesInTwoSteps?: true;
};

type Found = Pick<Booked, 'end' | 'by' | 'cents' | 'processorId'>;

const number = '4111111111111111';
/** No amount is written so. */
export const cvv = '9739';
const nothing = { end: 'nothing', cents: 0n, processorId: '' } as const;
const [minute, hour] = [60, 3600];
/** Seconds between inquiries. */
const pauses = [
  ...[2, 10, minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour],
  ...Array.from({ length: 5 }, () => 24 * hour),
];

/**
 * Asks as the service does: an unknown outcome is inquired about, and `judge` says what an inquiry proves. What nothing
 * tells in a few days is left to a person.
 */
export function gatewayCaller(
  scene: GatewayScene,
  processor: Processor,
  habits: Habits,
  random: Random,
) {
  const books: Booked[] = [];
  return { books, history };

  /** A charge and what follows it, with faults in all conversations. */
  async function history(name: string): Promise<void> {
    const capture = random.chance(0.6);
    const made = await charge(`${name}-1`, BigInt(random.whole(100, 5000)), capture);
    if (made.end !== 'approved') return;
    if (random.chance(0.3)) scene.passSeconds(random.whole(0, 30 * hour));
    const { reference, processorId, cents: amountCents } = made;
    const kinds = habits.voidsAuthorizedOnly ? laterKinds : soonKinds;
    for (const [i, kind] of random.pick(capture ? kinds.sold : kinds.authorized).entries()) {
      // Two refunds of one amount cannot be told apart by it.
      const cents = kind === 'void' ? amountCents : amountCents / 2n;
      if (kind === 'refund' && habits.refundsSettledOnly) scene.passSeconds(24 * hour);
      const of = { reference, processorId, amountCents };
      const request = followUp(kind, `${name}-${i + 2}`, of, cents);
      const { end } = await follow(request);
      if (end === 'person') return;
    }
  }

  async function charge(reference: string, amountCents: bigint, capture: boolean): Promise<Booked> {
    const fault = script(reference);
    const request = chargeRequest(reference, number, { amountCents, capture });
    const card = { ...request.card, cvv: new Secret(cvv) };
    const answer = await send(() => processor.charge({ ...request, card }));
    return await book({ reference, kind: 'charge', fault }, answer);
  }

  async function follow(request: FollowUpRequest): Promise<Booked> {
    const { reference, kind } = request;
    const fault = script(reference);
    const answer = await send(() => processor.followUp(request));
    return await book({ reference, kind, fault }, answer, request);
  }

  /** What was certainly not sent is sent again, under the same reference. */
  async function send(ask: () => Promise<ChargeAnswer>): Promise<ChargeAnswer> {
    const answer = await ask();
    if (answer.outcome !== 'not_sent') return answer;
    scene.passSeconds(5);
    return await ask();
  }

  async function book(
    asked: Pick<Booked, 'reference' | 'kind' | 'fault'>,
    answer: ChargeAnswer,
    of?: FollowUpRequest,
  ): Promise<Booked> {
    const found = endOf(answer, 'answer') ?? (await findOut(asked.reference, of));
    const booked = { ...asked, ...found };
    books.push(booked);
    return booked;
  }

  async function findOut(reference: string, of: FollowUpRequest | undefined): Promise<Found> {
    const { can } = processor;
    const firstSentAt = scene.now();
    let sentAt = firstSentAt;
    let absentSince: Date | undefined;
    let isCanceling = false;
    for (const pause of pauses) {
      scene.passSeconds(Math.ceil(pause * (0.5 + random.fraction())));
      if (isCanceling) {
        const { outcome } = await processor.cancel(reference, firstSentAt);
        if (outcome === 'canceled') return { ...nothing, by: 'absence' };
        continue;
      }
      const inquiredAt = scene.now();
      const answer = await processor.inquire(reference, of, sentAt);
      const verdict = judge(can, { sentAt, inquiredAt, answer, absentSince });
      if (verdict === 'known') return endOf(answer, 'inquiry')!;
      if (verdict === 'never_came') return { ...nothing, by: 'absence' };
      const replayed = of && (await replay(of, firstSentAt));
      if (replayed) return replayed;
      if (verdict !== 'absent') continue;
      absentSince ??= inquiredAt;
      if (!of) isCanceling = can.cancelByReference !== false;
      else if (mayReplay(can, firstSentAt, inquiredAt)) {
        const again = await processor.followUp(of);
        // That it was not sent now says nothing about the first time.
        const found = again.outcome === 'not_sent' ? undefined : endOf(again, 'answer');
        if (found) return found;
        [sentAt, absentSince] = [inquiredAt, undefined];
      }
    }
    return { ...nothing, end: 'person', by: 'inquiry' };
  }

  /** Undefined: it may not be sent again, or its answer says nothing. */
  async function replay(of: FollowUpRequest, firstSentAt: Date): Promise<Found | undefined> {
    if (!asksByReplay(processor.can, firstSentAt, scene.now())) return undefined;
    const answer = await processor.followUp(of);
    // "Not sent" now says nothing about the first time that it was sent.
    return answer.outcome === 'not_sent' ? undefined : endOf(answer, 'inquiry');
  }

  function script(reference: string): GatewayFault {
    const fault = faultFrom(random, habits);
    scene.script(reference, fault);
    return fault;
  }
}

type Kinds = readonly (readonly FollowUpRequest['kind'][])[];
const soonKinds: { readonly sold: Kinds; readonly authorized: Kinds } = {
  sold: [['void'], ['refund'], ['refund', 'refund'], ['refund', 'void']],
  authorized: [['void'], ['capture'], ['capture', 'refund'], ['capture', 'void']],
};
const laterKinds: typeof soonKinds = {
  sold: [['void', 'refund'], ['refund'], ['refund', 'refund']],
  authorized: [['void'], ['void'], ['capture', 'refund'], ['capture', 'void']],
};

function endOf(answer: ChargeAnswer | InquiryAnswer, by: Booked['by']): Found | undefined {
  switch (answer.outcome) {
    case 'approved':
      return { end: 'approved', by, cents: answer.amountCents, processorId: answer.processorId };
    case 'declined':
    case 'rejected':
    case 'canceled':
    case 'not_sent':
      return { ...nothing, by };
    default:
      return undefined;
  }
}

function faultFrom(random: Random, { codes, chargesInTwoSteps }: Habits): GatewayFault {
  const { fraction, whole, pick, chance } = random;
  if (fraction() < 0.25) return {};
  const answers = ['lost', 'garbage', 'half', 'reset', 'html', 'empty', 'twice'] as const;
  const others = ['server_error', 'too_many_requests', 'wrong_content_type'] as const;
  const reports = [...answers, 'server_error', 'too_many_requests', 'error_response'] as const;
  const fault: { -readonly [K in keyof GatewayFault]: GatewayFault[K] } = {};
  if (chance(0.5)) fault.answer = pick([...answers, ...others]);
  if (chance(0.3)) fault.code = pick(codes);
  if (chance(0.3)) fault.executes = chance(0.3) ? 'never' : { afterSeconds: whole(1, 119) };
  if (chance(0.3)) fault.visibleAfterSeconds = whole(1, 119);
  if (chance(0.1)) fault.unclearForSeconds = whole(1, 3 * hour);
  if (chance(0.1)) fault.rows = chance(0.7) ? 'duplicated' : 'with_one_of_another_caller';
  if (chance(0.2)) fault.reports = Array.from({ length: whole(1, 4) }, () => pick(reports));
  if (chargesInTwoSteps && chance(0.2)) {
    const executes = chance(0.3) ? 'never' : ({ afterSeconds: whole(1, 119) } as const);
    fault.before = chance(0.5) ? { answer: pick(answers) } : { executes };
  }
  return fault;
}
