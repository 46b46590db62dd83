import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import { chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { nextInquiry } from '../../src/payments/asking.ts';
import { type Evidence, meansOfCharge, meansOfFollowUp } from '../../src/payments/evidence.ts';
import { findOut } from '../../src/payments/find-out.ts';
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
const hour = 3600;
/** They go on for some days. */
const mostInquiries = 12;

/**
 * Asks as the service does: of an unknown outcome it finds out what the evidence proves. What nothing tells in a few
 * days is left to a person.
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
    let id: string | undefined;
    const storeId = async (told: string) => {
      id = told;
      return true;
    };
    const answer = await send(() => processor.charge({ ...request, card, storeId }));
    return await book({ reference, kind: 'charge', fault }, answer, undefined, id);
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
    id?: string,
  ): Promise<Booked> {
    const found = endOf(answer, 'answer') ?? (await resolve(asked.reference, of, id));
    const booked = { ...asked, ...found };
    books.push(booked);
    return booked;
  }

  /** As the service does, by the same evidence: only what it keeps of it is kept here, and its clock is this one's. */
  async function resolve(
    reference: string,
    of: FollowUpRequest | undefined,
    id: string | undefined,
  ): Promise<Found> {
    const { can } = processor;
    const means = of ? meansOfFollowUp(can) : meansOfCharge(can);
    const firstAskedAt = scene.now();
    let known = sentAt(firstAskedAt);
    let lookAt = nextInquiry(firstAskedAt, 0);
    for (let inquiries = 1; inquiries <= mostInquiries; inquiries += 1) {
      const waits = (lookAt.getTime() - scene.now().getTime()) / 1000;
      // A worker is late now and then.
      scene.passSeconds(Math.ceil(waits) + (random.chance(0.5) ? random.whole(0, 20) : 0));
      const found = await findOut<ChargeAnswer | InquiryAnswer>(
        scene.now,
        means,
        { ...known, inquiries },
        {
          inquire: async () => ({
            answer: await processor.inquire(reference, of, firstAskedAt, id),
          }),
          cancel: async () => await processor.cancel!(reference, firstAskedAt, id),
          replay: async () => ({ answer: await processor.followUp(of!), askedAt: scene.now() }),
        },
      );
      const { verdict, answer } = found;
      known = found.known;
      if (!('lookAt' in verdict)) {
        const isProved = known.undone === undefined && answer.outcome !== 'not_found';
        return isProved ? endOf(answer, 'inquiry')! : { ...nothing, by: 'absence' };
      }
      lookAt = verdict.lookAt;
    }
    return { ...nothing, end: 'person', by: 'inquiry' };
  }

  function script(reference: string): GatewayFault {
    const fault = faultFrom(random, habits);
    scene.script(reference, fault);
    return fault;
  }
}

function sentAt(at: Date): Evidence {
  const shown = { absentSince: undefined, seenAt: undefined, replayRefusedAt: undefined };
  const asked = { firstAskedAt: at, askedAt: at, inquiredAt: at };
  return { ...asked, told: 'nothing', inquiries: 0, undone: undefined, ...shown };
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

export function faultFrom(random: Random, { codes, chargesInTwoSteps }: Habits): GatewayFault {
  const { fraction, whole, pick, chance } = random;
  if (fraction() < 0.25) return {};
  const answers = [
    'lost',
    'garbage',
    'half',
    'reset',
    'html',
    'empty',
    'twice',
    'gzip',
    'redirect',
    'upgrade',
  ] as const;
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
