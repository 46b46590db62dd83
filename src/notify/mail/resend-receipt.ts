import { flaw } from '../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import { readFace, speaking } from '../../parties/businesses/public-profile.ts';
import type { Customer } from '../../parties/customers/customer.ts';
import { readLanguage } from '../../parties/customers/language.ts';
import { readCustomer } from '../../parties/customers/store.ts';
import type { LookedUpTypes } from '../../parties/phones/look-up.ts';
import { lockSubject, readSubject, type Subject } from '../../payments/follow-ups/subject.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import type { PaymentState } from '../../payments/moves.ts';
import { paymentData } from '../../payments/payment-event.ts';
import { receiptChannels } from '../../payments/receipts-due.ts';
import { recordAct } from '../../records/audit-log.ts';
import { refuseMany } from '../../records/limit-acts.ts';
import { timestamptz } from '../../runtime/column.ts';
import type { ReceiptData } from '../../runtime/event-kinds.ts';
import { dataField, isHandled, readEvents, writeEvents } from '../../runtime/events.ts';
import { type IdempotencyKey, replayOf } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { findMade } from '../conversations/message-store.ts';
import { prepareTexts, queueTexts } from '../conversations/queue-texts.ts';
import { refuseBlocked } from '../conversations/reach.ts';
import { happeningOf } from './happening.ts';
import { receiptText } from './receipt-text.ts';
import { insertMails } from './store.ts';

/** In the audit log, which counts them. */
const act = 'payment.receipt_resent';

/** Copies of the receipt of one payment within a day: else one payment lets its caller send mail to anybody. */
const limit = {
  most: 10,
  message: 'The receipt of this payment was sent 10 times within a day; try again later.',
};

type Addresses = { readonly email?: string | undefined; readonly phone?: string | undefined };

export type ReceiptRequest = Addresses & {
  readonly businessId: bigint;
  readonly paymentId: bigint;
  readonly actor: string;
  readonly idempotencyKey?: IdempotencyKey | undefined;
};

type Resent = Addresses & { readonly messageId: bigint | undefined };

/** The states in which money was taken or promised, and is not given up. */
const receiptStates: ReadonlySet<PaymentState> = new Set([
  'captured',
  'queued',
  'originated',
  'settled',
  'available',
]);
const hasNone = 'A payment in this state has no receipt.';

/**
 * Queues the receipt of a payment once more, and once for each idempotency key. Without an address it goes where the
 * first one went, or else to the payer's known address. Refuses if the mail or text cannot be sent, and then queues
 * nothing.
 */
export async function resendReceipt(world: World, request: ReceiptRequest): Promise<Resent> {
  const { businessId, paymentId, actor, idempotencyKey } = request;
  const earlier = await findResent(world, world.db, request);
  if (earlier) return earlier;
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject) throw new Refusal('not_found');
  const { payment, details } = subject;
  if (!receiptStates.has(payment.state)) throw new Refusal('wrong_state', { message: hasNone });
  const customer = await readCustomer(world.db, businessId, payment.customerId);
  const { email, phone } = addressesOf(request, details, customer);
  if (email !== undefined && customer?.status === 'do_not_contact') refuseAt('email', unwantedMail);
  const types = phone === undefined ? undefined : await prepareTexts(world, businessId, [phone]);
  const paidAt = await readPaidAt(world.db, subject);

  const object = `payment:${paymentId}`;
  return await world.db.begin(async (tx) => {
    const at = world.now();
    // Else several at once would count before any of them is there.
    await lockSubject(tx, { businessId, id: paymentId });
    const meanwhile = await findResent(world, tx, request);
    if (meanwhile) return meanwhile;
    await refuseMany(tx, { businessId, object, act, at }, limit);
    const data = {
      ...dataOf(world, subject, paidAt),
      ...{ email, phone },
      idempotencyKey: idempotencyKey?.key,
      requestFingerprint:
        idempotencyKey && world.vault.fingerprint(idempotencyKey.content).toString('hex'),
    };
    const event = { id: world.uuid(), kind: 'payment.receipt_requested', data } as const;
    const written = { ...event, businessId, objectId: paymentId, at };
    await writeEvents(tx, [{ ...written, pending: [] }]);
    if (email !== undefined) {
      const { id: eventId, kind } = event;
      const to = { recipient: email, customerId: payment.customerId };
      const mail = { id: await world.ids.next(businessId), kind, eventId, ...to };
      await insertMails(tx, businessId, [mail], at);
    }
    const messageId = types && (await queueText(world, tx, { written, subject, types }));
    const facts = { byMail: email !== undefined, byText: phone !== undefined };
    await recordAct(tx, { businessId, actor, act, object, facts, at });
    return { email, phone, messageId };
  });
}

const resentKinds = { 'payment.receipt_requested': true };

/** The receipt that was sent under this idempotency key: the event holds the key. */
async function findResent(
  world: World,
  sql: Sql,
  { businessId, paymentId, idempotencyKey }: ReceiptRequest,
): Promise<Resent | undefined> {
  if (!idempotencyKey) return undefined;
  const [event] = await readEvents(
    sql,
    `business_id = $1 and object_id = $2 and kind = 'payment.receipt_requested'
       and ${dataField('idempotencyKey')} = $3
     order by id desc limit 1`,
    [businessId, paymentId, idempotencyKey.key],
  );
  if (!event || !isHandled(event, resentKinds)) return undefined;
  const { id: eventId, at: keptAt, data } = event;
  const requestFingerprint = Buffer.from(data.requestFingerprint ?? '', 'hex');
  const remembered = { made: data, keptAt, requestFingerprint };
  // An expired key needs no removal: the next event with it is found before this one.
  const found = await replayOf(world, idempotencyKey.content, remembered, async () => {});
  if (!found) return undefined;
  const [text] = await findMade(sql, businessId, [{ eventId, idempotencyKey: undefined }]);
  // The addresses of a forgotten person are blank.
  return {
    email: found.email || undefined,
    phone: found.phone || undefined,
    messageId: text?.id,
  };
}

const unknownPayer = flaw('required', 'must be sent, or phone: no address of the payer is known');

function addressesOf(
  { email, phone }: Addresses,
  details: InvoiceDetails,
  customer: Pick<Customer, 'email' | 'phone'> | undefined,
): Addresses {
  if (email !== undefined || phone !== undefined) return { email, phone };
  const went = receiptChannels(details);
  if (went.length > 0) {
    return {
      email: went.includes('email') ? details.email : undefined,
      phone: went.includes('sms') ? details.phone : undefined,
    };
  }
  const knownEmail = details.email || customer?.email;
  if (knownEmail) return { email: knownEmail };
  const knownPhone = details.phone || customer?.phone;
  if (knownPhone) return { phone: knownPhone };
  throw new Refusal('wrong_fields', { details: [fieldFault('email', unknownPayer)] });
}

const moment = shape({ at: timestamptz });

/** When it was charged, or its authorization captured. */
async function readPaidAt(sql: Sql, { payment }: Subject): Promise<Date> {
  if (payment.capture) return payment.createdAt;
  const captured = await moment.readOne(
    sql,
    `select finished_at as at from followups
     where business_id = $1 and payment_id = $2 and kind = 'capture' and state = 'succeeded'`,
    [payment.businessId, payment.id],
  );
  return captured?.at ?? payment.createdAt;
}

function dataOf(world: World, { payment, details }: Subject, paidAt: Date): ReceiptData {
  return {
    ...paymentData(world, payment, details),
    // As in the first receipt: the bank did not approve less for a captured part.
    ...(!payment.capture && { followUpCents: String(payment.capturedCents) }),
    paidAt: paidAt.toISOString(),
  };
}

type Copy = {
  readonly written: {
    readonly id: string;
    readonly kind: 'payment.receipt_requested';
    readonly data: ReceiptData;
    readonly businessId: bigint;
    readonly objectId: bigint;
    readonly at: Date;
  };
  readonly subject: Subject;
  readonly types: LookedUpTypes;
};

async function queueText(world: World, tx: Sql, { written, subject, types }: Copy) {
  const { payment, details } = subject;
  const { businessId, customerId, capturedCents } = payment;
  const happening = happeningOf(written, { capturedCents, mayBePaid: true });
  const own = await readFace(tx, businessId);
  const payer = { businessId, id: customerId };
  const face = own && speaking(own, await readLanguage(tx, payer));
  if (!happening || !face) throw new Error('a receipt without its business');
  const body = receiptText({ happening, face, details, hasLink: false });
  const { id: eventId, data } = written;
  const draft = { businessId, kind: 'receipt', phone: data.phone!, customerId, body } as const;
  const [text] = await queueTexts(world, tx, [{ ...draft, eventId }], types);
  if (!text) throw new Error('a text that was not queued');
  try {
    refuseBlocked(text);
  } catch (error) {
    const rule = error instanceof Refusal && ofPhone[error.code];
    throw rule ? new Refusal(error.code, { details: [fieldFault('phone', rule)] }) : error;
  }
  return text.id;
}

const unwanted = 'is of somebody who does not want to hear from this business';
const unwantedMail = { code: 'mail_not_wanted', rule: unwanted } as const;
const ofPhone: Readonly<Record<string, Parameters<typeof fieldFault>[1]>> = {
  text_not_wanted: { code: 'text_not_wanted', rule: unwanted },
  number_takes_no_texts: { code: 'number_takes_no_texts', rule: 'cannot receive texts' },
};

function refuseAt(field: string, rule: typeof unwantedMail): never {
  throw new Refusal(rule.code, { details: [fieldFault(field, rule)] });
}
