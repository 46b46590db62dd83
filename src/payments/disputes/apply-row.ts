import { dayMs } from '../../kernel/duration.ts';
import { maskCardNumbers } from '../../kernel/mask.ts';
import type { DisputeRow } from '../../ports/processors/dispute-row.ts';
import { openCase } from '../../records/case-store.ts';
import type { DisputeEventKind } from '../../runtime/event-kinds.ts';
import { writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { lockSubject, type Subject } from '../follow-ups/subject.ts';
import { transfers } from '../ledger/transfer.ts';
import { paymentData, subscriptionChannels } from '../payment-event.ts';
import type { Dispute } from './dispute.ts';
import { centsAfter, type DisputeState, effectOf, type RowEffect } from './moves.ts';
import {
  addDisputed,
  findPayment,
  insertDispute,
  lockDispute,
  readDispute,
  readMark,
  writeDispute,
} from './store.ts';

/** The processor that reports disputes. */
export type Feed = { readonly businessId: bigint; readonly processor: string };

/** `strangersSince`: an older dispute without a payment belongs to somebody who used the account before us. */
type How = { readonly strangersSince: Date | undefined };

/**
 * Stores a dispute as a processor reports it, with all its consequences (ledger, event, case) or none. A row that was
 * reported before, or is older than the stored state, changes nothing. Lock order: payment, dispute.
 */
export async function applyRow(
  world: World,
  feed: Feed,
  row: DisputeRow,
  { strangersSince }: How,
): Promise<void> {
  const id = await world.ids.next(feed.businessId);
  const named = { ...feed, processorId: row.id };
  await world.db.begin(async (tx) => {
    const known = await readDispute(tx, named);
    const charge = { ...feed, chargeReference: row.reference, chargeId: row.chargeId };
    // Also for a dispute without a payment: its charge may have become known since.
    const found = known?.paymentId === undefined ? await findPayment(tx, charge) : undefined;
    const isElsewhere = found && 'elsewhere' in found;
    if (isElsewhere && !known && (await isRead(world, tx, feed, found.elsewhere))) return;
    const paymentId = known?.paymentId ?? (found && !isElsewhere ? found.id : undefined);
    const subject =
      paymentId === undefined
        ? undefined
        : await lockSubject(tx, { businessId: feed.businessId, id: paymentId });
    const before = await lockDispute(tx, named);
    const isEarlier = strangersSince !== undefined && row.at < strangersSince;
    if (!before && !subject && isEarlier) return;
    const judged = effectOf(before, row);
    const isFoundNow = before !== undefined && before.paymentId === undefined && subject;
    if (judged === 'old' && !isFoundNow) return;

    const at = world.now();
    const next = nextOf(before, row, judged, { ...named, id, paymentId, createdAt: at });
    if (before) await writeDispute(tx, next);
    else if (!(await insertDispute(tx, next))) return;
    if (subject) await book(world, tx, subject, before, next);
    const isChange = judged === 'changed';
    if (subject && judged !== 'contradiction')
      await writeEvents(tx, [disputeEvent(world, subject, next, { isChange, at })]);
    await askAPerson(world, tx, next, subject, judged, row);
  });
}

/** Longer than between two readings. */
const readAgoMs = 2 * dayMs;

/** True if the feed of another name of the account is read, and so tells of its disputes itself. */
async function isRead(
  { now }: World,
  tx: Sql,
  { businessId }: Feed,
  processor: string,
): Promise<boolean> {
  const until = await readMark(tx, { businessId, processor });
  return until !== undefined && now().getTime() - until.getTime() < readAgoMs;
}

type Own = Pick<
  Dispute,
  'businessId' | 'processor' | 'processorId' | 'id' | 'paymentId' | 'createdAt'
>;

function nextOf(
  before: Dispute | undefined,
  row: DisputeRow,
  judged: RowEffect,
  own: Own,
): Dispute {
  if (before && (judged === 'old' || judged === 'contradiction')) {
    // A contradiction opens a case once.
    const toldAt = judged === 'contradiction' ? row.at : before.toldAt;
    return { ...before, paymentId: own.paymentId, toldAt };
  }
  return {
    ...own,
    id: before?.id ?? own.id,
    createdAt: before?.createdAt ?? own.createdAt,
    chargeReference: before?.chargeReference ?? clean(row.reference, 50),
    chargeId: before?.chargeId ?? idOf(row.chargeId),
    ...centsAfter(before, row),
    state: row.state,
    reasonCode: clean(row.reasonCode, 50),
    reason: clean(row.reason, 300),
    answerUntil: row.answerUntil,
    toldAt: row.at,
  };
}

/** Text with letters is an id, however its digits look; a person looks the dispute up by it. */
function idOf(text: string): string {
  return /^[\w-]*[A-Za-z][\w-]*$/.test(text) ? text.slice(0, 100) : clean(text, 100);
}

/** Nobody's card number, whatever the processor or another system wrote. */
function clean(text: string, longest: number): string {
  const plain = text.replaceAll(/\p{Cc}/gu, ' ');
  return maskCardNumbers(plain, { glued: true }).slice(0, longest);
}

/** Books the money that the bank took or returned, out of or into the amount available for payouts. */
async function book(
  world: World,
  tx: Sql,
  { payment }: Subject,
  before: Dispute | undefined,
  { businessId, id: disputeId, takenCents }: Dispute,
): Promise<void> {
  // Nothing was booked while no payment fitted.
  const booked = before?.paymentId === undefined ? 0n : before.takenCents;
  const more = takenCents - booked;
  if (more === 0n) return;
  const sides =
    more > 0n
      ? ({ debit: 'disputes', credit: 'clearing', cents: more } as const)
      : ({ debit: 'clearing', credit: 'disputes', cents: -more } as const);
  const id = await world.ids.next(businessId);
  const cause = { paymentId: payment.id, currency: payment.currency, disputeId };
  await transfers.insert(tx, [{ ...sides, ...cause, businessId, id, madeAt: world.now() }]);
  await addDisputed(tx, payment, more);
}

/**
 * Opens a case if evidence is due, no payment matches, or the row contradicts an earlier one. A dispute that is over
 * needs no case.
 */
async function askAPerson(
  world: World,
  tx: Sql,
  dispute: Dispute,
  subject: Subject | undefined,
  judged: RowEffect,
  row: DisputeRow,
): Promise<void> {
  const { businessId, id, state } = dispute;
  const isUrgent =
    state === 'inquiry' || state === 'open' || (state === 'lost' && judged === 'new');
  const kind =
    judged === 'contradiction'
      ? 'dispute_contradicted'
      : subject === undefined
        ? 'dispute_unmatched'
        : isUrgent
          ? 'dispute'
          : undefined;
  if (kind === undefined) return;
  const { processor, processorId, chargeReference, chargeId, reasonCode, reason } = dispute;
  await openCase(
    world,
    {
      businessId,
      kind,
      object: { kind: 'dispute', id },
      evidence: {
        processor,
        dispute: processorId,
        state,
        disputedCents: String(dispute.amountCents),
        takenCents: String(dispute.takenCents),
        answerUntil: dispute.answerUntil?.toISOString(),
        reasonCode,
        reason,
        reference: chargeReference,
        chargeId,
        ...(judged === 'contradiction' && { toldState: row.state, toldCents: String(row.cents) }),
        ...(subject && factsOf(subject)),
      },
    },
    tx,
  );
}

function factsOf({ payment }: Subject) {
  return {
    paymentId: String(payment.id),
    orderNumber: payment.orderNumber,
    paymentState: payment.state,
    capturedCents: String(payment.capturedCents),
    refundedCents: String(payment.refundedCents),
    refundingCents: String(payment.refundingCents),
  };
}

type Written = Parameters<typeof writeEvents>[1][number];

/** The event of a new or changed dispute; it contains the payment and belongs to the payment's order of events. */
function disputeEvent(
  world: Pick<World, 'uuid' | 'vault'>,
  { payment, details }: Subject,
  dispute: Dispute,
  { isChange, at }: { readonly isChange: boolean; readonly at: Date },
): Written {
  const { businessId, id, state, amountCents, takenCents, reasonCode, reason } = dispute;
  return {
    id: world.uuid(),
    kind: isChange ? 'dispute.changed' : kinds[state],
    data: {
      ...paymentData(world, payment, details),
      disputeId: String(id),
      disputeState: state,
      disputedCents: String(amountCents),
      takenCents: String(takenCents),
      reasonCode,
      reason,
      answerUntil: dispute.answerUntil?.toISOString(),
    },
    // What is left of the payment of a period decides what its subscription carries over.
    pending: ['webhook', ...subscriptionChannels(details)],
    businessId,
    objectId: payment.id,
    at,
  };
}

const kinds: Readonly<Record<DisputeState, DisputeEventKind>> = {
  inquiry: 'dispute.inquired',
  open: 'dispute.opened',
  won: 'dispute.won',
  lost: 'dispute.lost',
};
