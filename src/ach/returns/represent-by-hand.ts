import { nextCutoff } from '../../kernel/ach-windows.ts';
import { dayMs } from '../../kernel/duration.ts';
import { lockSubject } from '../../payments/follow-ups/subject.ts';
import { holdInvoice, readInvoice } from '../../payments/open-invoice.ts';
import type { Payment } from '../../payments/payment.ts';
import { eventOf } from '../../payments/payment-event.ts';
import { recordAct } from '../../records/audit-log.ts';
import { writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Entry, type EntryKey, entries } from '../entry.ts';
import { lockEntry, readEntry } from '../entry-store.ts';
import {
  correctWithinDays,
  type ReturnRule,
  representAfterBankingDays,
  returnRule,
} from '../return-codes.ts';
import { type Again, insertRepresentment, representmentEvent } from './represent.ts';

export type PresentmentRequest = EntryKey & {
  /** The amount to present; undefined: the same as before. */
  readonly amountCents: bigint | undefined;
  readonly actor: string;
};

/** The reason why not, in half a sentence. */
export type Refused = { readonly refused: string };

/** Sends a debit that came back once more with the next file, where the rules let an operator do so. */
export async function representByHand(
  world: World,
  request: PresentmentRequest,
): Promise<Again | Refused> {
  const found = await readEntry(world.db, request);
  if (found?.paymentId === undefined) return { refused: 'there is no such entry of a payment' };
  const { paymentId } = found;
  try {
    return await world.db.begin((tx) => present(world, tx, request, paymentId));
  } catch (error) {
    if (error instanceof NotAgain) return { refused: error.message };
    throw error;
  }
}

/** Rolls back the claims made for it. */
class NotAgain extends Error {}

async function present(
  world: World,
  tx: Sql,
  request: PresentmentRequest,
  paymentId: bigint,
): Promise<Again> {
  const { businessId, actor } = request;
  const subject = await lockSubject(tx, { businessId, id: paymentId });
  const entry = await lockEntry(tx, request);
  if (!subject || !entry) throw new Error('an entry without its payment');
  const { payment, details } = subject;
  const at = world.now();
  const rule = returnRule(entry.returnCode ?? '');
  const flaw = flawIn(at, entry, payment, rule, request);
  if (flaw !== undefined) throw new NotAgain(flaw);
  await holdAgain(tx, payment);

  const amountCents = request.amountCents ?? entry.amountCents;
  const again = await insertRepresentment(world, tx, entry, {
    presentment: entry.presentment + 1,
    nextAt: nextCutoff(at, false),
    amountCents,
    evenIfDisabled: rule.again === 'corrected',
  });
  if (!again) throw new NotAgain(await whyNotQueued(tx, entry));
  const facts = {
    entryId: String(again.id),
    presentment: again.presentment,
    entryCents: String(amountCents),
  };
  const event = representmentEvent(world, eventOf(world, payment, details), facts);
  await writeEvents(tx, [{ ...event, businessId, objectId: paymentId, at }]);
  const object = `payment:${paymentId}`;
  await recordAct(tx, { businessId, actor, act: 'payment.represented', object, facts, at });
  return again;
}

const states = entries.pick('state');

async function whyNotQueued(tx: Sql, { businessId, id }: Entry): Promise<string> {
  const before = await states.readOne(
    tx,
    `select state from ach_entries where business_id = $1 and represents_id = $2`,
    [businessId, id],
  );
  if (!before) return 'its account takes no more payments';
  // A void of the whole payment reports this one again.
  if (before.state !== 'canceled') return 'it is presented again already';
  return 'it was taken out before it was presented again, and that is for good';
}

function flawIn(
  now: Date,
  { kind, state, presentment, returnedAt, amountCents }: Entry,
  payment: Payment,
  { code, again }: ReturnRule,
  request: PresentmentRequest,
): string | undefined {
  const isBack = state === 'returned' || state === 'late_returned';
  if (kind !== 'debit' || !isBack || !returnedAt) return `it is a ${kind} that is ${state}`;
  if (payment.state !== 'returned') return `its payment is ${payment.state}`;
  if (payment.refundedCents + payment.refundingCents > 0n) return 'it was refunded';
  if (again === 'never') return `what came back as ${code} must not be sent again`;
  if (presentment > representAfterBankingDays.length) return 'it was presented often enough';
  if (again === 'as_it_was') {
    const isSame = request.amountCents === undefined || request.amountCents === amountCents;
    return isSame ? undefined : `what came back as ${code} is sent again as it was`;
  }
  if ((request.amountCents ?? 0n) > amountCents) return 'more than the payer agreed to';
  const isOld = now.getTime() - returnedAt.getTime() > correctWithinDays * dayMs;
  return isOld ? `that had to be within ${correctWithinDays} days of its return` : undefined;
}

/**
 * Claims the order number and the invoice again, unless another payment has them; a payment that still holds them keeps
 * them.
 */
async function holdAgain(tx: Sql, payment: Payment): Promise<void> {
  const { businessId, id, invoiceId, orderNumber, isTest } = payment;
  const orders = await tx.query(
    `update payments set holds_order = true
     where business_id = $1 and id = $2 and not exists (
       select from payments p where p.business_id = $1 and p.order_number = $3 and p.is_test = $4
         and p.holds_order and p.id <> $2)
     returning id`,
    [businessId, id, orderNumber, isTest],
  );
  const isHeld = await holdInvoice(tx, payment);
  if (orders.length === 1 && isHeld) return;
  const own = await readInvoice(tx, businessId, invoiceId);
  // A part ended when its payment came back: its invoice says why not.
  const invoice = own?.partOf === undefined ? own : await readInvoice(tx, businessId, own.partOf);
  const isEnded =
    (invoice?.state === 'void' || invoice?.state === 'expired') &&
    payment.amountCents <= invoice.amountCents - invoice.partsCents;
  throw new NotAgain(
    isEnded
      ? 'its invoice was taken back, or has expired'
      : 'its order or its invoice is being paid otherwise',
  );
}
