import { dayMs } from '../../kernel/duration.ts';
import { rejected } from '../../ports/processors/declines.ts';
import type {
  CancelAnswer,
  ChargeAnswer,
  InquiryAnswer,
} from '../../ports/processors/processor.ts';
import { writeEvents } from '../../runtime/events.ts';
import { enqueue } from '../../runtime/jobs.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { nextDay, nextInquiry, persist } from '../asking.ts';
import type { InvoiceDetails } from '../invoice.ts';
import { reversed, type Transfer, transfers } from '../ledger/transfer.ts';
import { changePayment, type PaymentChange, type PaymentState } from '../moves.ts';
import { transfersOf } from '../outcome.ts';
import type { Payment } from '../payment.ts';
import { eventOf, type PaymentEvent, subscriptionChannels } from '../payment-event.ts';
import { isFollowUpReceiptDue, receiptChannels } from '../receipts-due.ts';
import { remainingOf } from './decide.ts';
import { courses, type FollowUp } from './follow-up.ts';
import { endFollowUp, type FollowUpEnd, isStillOurs, readFollowUp } from './store.ts';
import { lockSubject } from './subject.ts';

type Answer = ChargeAnswer | InquiryAnswer | CancelAnswer;

type More = {
  /** The next inquiry about an unknown one, if not by the backoff. */
  readonly lookAt?: Date | undefined;
  /** Nothing proves that it was not done but that it is not found, or that persons decided so. */
  readonly isWatched?: boolean;
};

/**
 * Records the outcome of a follow-up with everything that follows from it, all or nothing. If another owner was faster,
 * its outcome counts. If the database is unavailable, `resolve.ts` finds out later.
 */
export async function finishFollowUp(
  world: World,
  followUp: FollowUp,
  answer: Answer,
  more: More = {},
): Promise<FollowUp> {
  const { businessId, paymentId } = followUp;
  const finished = await persist(world, { businessId, paymentId }, () =>
    world.db.begin((tx) => write(world, tx, followUp, answer, more)),
  );
  if (finished) return finished;
  return (await readFollowUp(world.db, followUp).catch(() => undefined)) ?? followUp;
}

/** Undefined: another owner finished it. */
async function write(
  world: World,
  tx: Sql,
  followUp: FollowUp,
  answer: Answer,
  { lookAt, isWatched }: More,
): Promise<FollowUp | undefined> {
  const { businessId, paymentId } = followUp;
  const subject = await lockSubject(tx, { businessId, id: paymentId });
  if (!subject) throw new Error('a follow-up without its payment');
  if (!(await isStillOurs(tx, followUp))) return undefined;
  const at = world.now();
  const change = changeBy(subject.payment, followUp, answer);
  const payment = { ...subject.payment, ...change };
  const end = endOf(payment, followUp, answer, at, lookAt);
  await endFollowUp(tx, followUp, end);
  const ended = { ...followUp, ...end };
  if (end.state === 'unknown') return ended;

  await changePayment(tx, subject.payment, change);
  await settleFollowUp(world, tx, payment, subject.details, ended, at);
  if (isWatched) await beginWatch(tx, ended, at);
  return ended;
}

/** Writes the consequences of a finished follow-up, whoever carried it out: transfers and the event. */
export async function settleFollowUp(
  world: World,
  tx: Sql,
  payment: Payment,
  details: InvoiceDetails,
  followUp: Done,
  at: Date,
): Promise<void> {
  const { businessId, id: paymentId, currency } = payment;
  const cause = { businessId, paymentId, currency, followupId: followUp.id, madeAt: at };
  if (followUp.state === 'succeeded') {
    const rows = [];
    for (const transfer of movedBy(payment, followUp, details)) {
      const id = await world.ids.next(businessId);
      rows.push({ ...transfer, ...cause, id });
    }
    await transfers.insert(tx, rows);
  }
  const event = followUpEvent(world, payment, details, followUp);
  await writeEvents(tx, [{ ...event, businessId, objectId: paymentId, at }]);
}

/** The transfers. A void reverses the transfers of the capture, if anything was captured and did not come back. */
function movedBy(
  payment: Payment,
  { kind, amountCents: cents }: FollowUp,
  details: InvoiceDetails,
): Transfer[] {
  const wasCaptured = payment.capturedCents > 0n && payment.state !== 'returned';
  const bank =
    payment.method === 'bank' ? 'clearing' : (`receivable:${payment.processor}` as const);
  switch (kind) {
    case 'capture':
      return transfersOf(payment, details.lines);
    case 'void':
      return wasCaptured ? transfersOf(payment, details.lines).map(reversed) : [];
    case 'refund':
      return [{ debit: payment.isTest ? 'tests' : 'refunds', credit: bank, cents }];
    case 'give_back':
      return [];
  }
}

/** The state of the payment after the answer. */
function changeBy(
  payment: Payment,
  { kind, amountCents }: FollowUp,
  answer: Answer,
): PaymentChange {
  const { state, capturedCents, refundedCents, refundingCents } = payment;
  const now = { state, capturedCents, refundedCents, refundingCents };
  const end = stateAfter(answer);
  if (end === 'unknown' || kind === 'give_back') return now;
  if (kind === 'refund') {
    const left = { ...now, refundingCents: refundingCents - amountCents };
    return end === 'failed' ? left : { ...left, refundedCents: refundedCents + amountCents };
  }
  const before: PaymentState = capturedCents > 0n ? 'captured' : 'authorized';
  const after = end === 'succeeded' ? courses[kind].succeeded! : before;
  const isCapture = kind === 'capture' && end === 'succeeded';
  return { ...now, state: after, capturedCents: isCapture ? amountCents : capturedCents };
}

function stateAfter({ outcome }: Answer): FollowUpEnd['state'] {
  if (outcome === 'approved') return 'succeeded';
  return outcome === 'unknown' || outcome === 'not_found' ? 'unknown' : 'failed';
}

function endOf(
  payment: Payment,
  followUp: FollowUp,
  answer: Answer,
  at: Date,
  lookAt = nextInquiry(at, followUp.inquiries),
): FollowUpEnd {
  const state = stateAfter(answer);
  const isOver = state !== 'unknown';
  return {
    ...wordsOf(followUp, answer),
    state,
    remainingCents: isOver ? remainingOf(payment) : undefined,
    resolveAt: isOver ? undefined : lookAt,
    at,
  };
}

const unknownMessage =
  'It is not known yet whether this was done. Do not ask for it under another name; it is being found out.';

const noRight =
  'The account at the gateway has no right to do this; its operator can give it the right.';

function wordsOf({ kind }: FollowUp, answer: Answer) {
  const none = { processorId: undefined };
  // An empty name would be taken for one, when it is settled or refunded.
  const processorId = ('processorId' in answer && answer.processorId) || undefined;
  switch (answer.outcome) {
    case 'approved':
      return { processorId, outcomeCode: undefined, message: courses[kind].says };
    case 'declined':
      return { processorId, outcomeCode: answer.code, message: answer.message };
    case 'rejected':
      return {
        ...none,
        outcomeCode: rejected,
        message: answer.because === 'right' ? noRight : 'The processor did not take this request.',
      };
    case 'not_sent':
    case 'canceled': {
      const message = 'This could not be sent and was not done; it may be tried again.';
      return { ...none, outcomeCode: 'not_sent', message };
    }
    case 'not_found':
    case 'unknown':
      return { ...none, outcomeCode: 'unknown', message: unknownMessage };
  }
}

const watchForMs = 7 * dayMs;

/** It was taken for not done: inquiries check this from tomorrow on (`watch.ts`). */
async function beginWatch(tx: Sql, { businessId, id }: FollowUp, at: Date): Promise<void> {
  const payload = { until: new Date(at.getTime() + watchForMs).toISOString() };
  const runAt = nextDay(at);
  await enqueue(tx, [{ businessId, kind: 'followup.watch', key: String(id), payload, runAt }]);
}

export type Done = FollowUp & {
  /** True if no caller requested it, so the payer still owes the amount. */
  readonly isByUs?: true;
  /** The request to the payer instead of the payment. */
  readonly payerIsAsked?: PaymentEvent['data']['payerIsAsked'];
};

/** The event of a follow-up, with the details of the payment at this moment. */
export function followUpEvent(
  world: Pick<World, 'uuid' | 'vault'>,
  payment: Payment,
  details: InvoiceDetails,
  followUp: Done,
): PaymentEvent {
  const { event: done } = courses[followUp.kind];
  const isDone = followUp.state === 'succeeded';
  const { data, id } = eventOf(world, payment, details);
  return {
    id,
    kind: isDone ? done : `payment.${followUp.kind}_failed`,
    data: {
      ...data,
      followUpId: String(followUp.id),
      followUpCents: String(followUp.amountCents),
      refundedCents: String(payment.refundedCents),
      outcomeCode: followUp.outcomeCode,
      message: followUp.message,
      isByUs: followUp.isByUs,
      payerIsAsked: followUp.payerIsAsked,
    },
    pending: isDone ? channelsOf(followUp, payment, details) : failureChannels(followUp, details),
  };
}

function channelsOf(
  followUp: FollowUp,
  payment: Payment,
  details: InvoiceDetails,
): PaymentEvent['pending'] {
  const receipt = isFollowUpReceiptDue(followUp.kind, payment) ? receiptChannels(details) : [];
  return ['webhook', ...receipt, ...periodChannels(followUp, details)];
}

/** The caller has the answer; other receivers learn of the failure from the event. */
function failureChannels(followUp: FollowUp, details: InvoiceDetails): PaymentEvent['pending'] {
  return ['webhook', ...periodChannels(followUp, details)];
}

/** A refunded payment no longer pays its period; a refund that failed leaves the period paid. */
function periodChannels({ kind }: Pick<FollowUp, 'kind'>, details: InvoiceDetails) {
  return kind === 'void' || kind === 'refund' ? subscriptionChannels(details) : [];
}
