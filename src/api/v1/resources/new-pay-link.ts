import { checkLink } from '../../../invoicing/pay-links/check-link.ts';
import type { CheckoutRequest } from '../../../invoicing/pay-links/checkout.ts';
import type { PayLink } from '../../../invoicing/pay-links/link.ts';
import { usualLeastCents } from '../../../invoicing/pay-links/parts.ts';
import {
  hasRoom,
  type LinkRequest,
  mayGoOut,
  type SentLink,
  sendLink,
  withLink,
} from '../../../invoicing/pay-links/send-link.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { textable } from '../../../kernel/phone.ts';
import { type FieldFault, fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { payerFace, usualPayText } from '../../../notify/mail/pay-text.ts';
import { refuseWithout, refuseWithoutPayments } from '../../../parties/businesses/offering.ts';
import type { IdempotencyKey } from '../../../runtime/idempotency.ts';
import type { World } from '../../../world.ts';
import { freeText, identifier } from '../../operations/fields.ts';
import { orderNumberOfOurs, paymentFields } from '../../operations/payment-fields.ts';
import type { V1Call } from '../endpoint.ts';
import { customerIdField, payerOf, payerShape } from '../payer.ts';
import {
  amount,
  currency,
  day,
  field,
  list,
  maybe,
  moment,
  object,
  type TypeOf,
  word,
} from '../shape.ts';
import { dueFields, linkText, noRoom, remindersOf } from './link-reminders.ts';

/** The invoice that a link or a checkout session asks to pay. */
export const billFields = {
  amount: amount('What is to be paid.'),
  currency: maybe(currency),
  customerId: customerIdField,
  customer: maybe(payerShape),
  orderNumber: maybe(field(paymentFields.OrderNumber)),
  description: maybe(field(paymentFields.Description)),
  invoiceExternalId: maybe(field(identifier('Your own identifier of the invoice.', 'externalId'))),
  expiresAt: maybe(moment('Until when it can be paid.')),
  lines: maybe(
    list(
      object(
        {
          name: field(freeText('What it is.', 'name')),
          amount: amount('Shown; the amounts need not add up.'),
          kind: maybe(
            word('Other when left out.', ['subtotal', 'discount', 'tax', 'tip', 'fee', 'other']),
          ),
        },
        { doc: 'A part of the amount.' },
      ),
      'Parts of the amount, as the invoice shows them.',
      30,
    ),
  ),
};

export const newPayLink = object(
  {
    ...billFields,
    statementOn: maybe(day('The date of the invoice; today when left out.')),
    accountNumber: maybe(
      field(freeText("Your own number of the payer's account, as the invoice shows it.", 'name')),
    ),
    send: maybe(
      word('By text to the phone of the payer, or not at all, which is usual.', ['text', 'none']),
    ),
    text: linkText,
    sendAt: maybe(moment('When the text is sent; at once when left out.')),
    ...dueFields,
    partialPayments: maybe(
      object(
        { minimum: maybe(amount('The smallest part; 1.00 when left out.')) },
        {
          name: 'NewPartialPayments',
          doc:
            'Lets the payer pay it in parts. What is left after a part is never less than the smallest part, unless nothing is. ' +
            'It is paid whole when this is left out.',
        },
      ),
    ),
  },
  { name: 'NewPayLink', doc: 'An invoice that is paid at an address.' },
);
export type NewPayLink = TypeOf<typeof newPayLink>;

export const newLinkRefusals = [
  'service_not_included',
  'unknown_customer',
  'order_number_reused',
  'order_undecided',
  'text_not_wanted',
  'number_takes_no_texts',
  'no_number_to_text_from',
  'idempotency_key_reused',
  'busy',
] as const;

const noTextable = flaw('malformed', 'must be the number of a phone that can be texted');
const past = flaw('too_early', 'must not lie in the past');
const tooSoon = flaw('too_early', 'must leave time for the text');
const tooLarge = flaw('too_large', 'must be at most half of the amount');

type Calling = Pick<V1Call, 'business' | 'today' | 'actor'>;

type Session = { readonly checkout: CheckoutRequest; readonly usualEnd: Date };

/** Makes the invoice and its link, and sends the text if one is wanted; once for each key or order number. */
export async function makePayLink(
  world: World,
  call: Calling,
  sent: NewPayLink,
  key: IdempotencyKey | undefined,
  session?: Session,
): Promise<SentLink> {
  const request = await linkRequestOf(world, call, sent, key, session);
  return await inOwnWords(sendLink(world, request));
}

/** Writes nothing: the earlier link that making would replay, the refusal, or undefined where it would make one. */
export async function checkPayLink(
  world: World,
  call: Calling,
  sent: NewPayLink,
  key: IdempotencyKey | undefined,
): Promise<PayLink | undefined> {
  return await inOwnWords(checkLink(world, await linkRequestOf(world, call, sent, key)));
}

/** The sentence of the other interfaces names a field that they have. */
async function inOwnWords<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error) => {
    const isTaken = error instanceof Refusal && error.code === 'order_number_reused';
    throw isTaken ? new Refusal('order_number_reused') : error;
  });
}

async function linkRequestOf(
  world: World,
  call: Calling,
  sent: NewPayLink,
  key: IdempotencyKey | undefined,
  session?: Session,
): Promise<LinkRequest> {
  const { business, today } = call;
  refuseWithoutPayments(business);
  refuseWithout(business, 'invoicing');
  const { customerId, contact } = await payerOf(world, call, sent);
  const isTexted = sent.send === 'text';
  const needsPhone = isTexted || (sent.reminders ?? []).length > 0;
  if (needsPhone) refuseWithout(business, 'messaging');
  if (needsPhone && !textable(contact.phone))
    throw wrongFields([fieldFault('customer.phone', noTextable)]);
  const code = sent.currency ?? business.currency;
  const amountCents = BigInt(sent.amount);
  const { phone } = contact;
  const face = await payerFace(world.db, { businessId: business.id, customerId, phone });
  const { dueOn } = sent;
  const isInParts = sent.partialPayments !== undefined;
  const bill = { name: business.name, cents: amountCents, currency: code, dueOn, isInParts };
  const text = isTexted ? withLink(sent.text ?? usualPayText(face, bill)) : undefined;
  const expiresAt = momentOf(sent.expiresAt) ?? session?.usualEnd;
  const sendAt = momentOf(sent.sendAt);
  const textAt = isTexted ? sendAt : undefined;
  const asked = { face, bill, phone, sendAt: textAt, expiresAt };
  const { reminders, faults: faultsOfDue } = remindersOf(world, call, sent, asked);
  return {
    business,
    idempotencyKey: key,
    content:
      key?.content ?? new Secret(JSON.stringify(['payLinks.create', sent, session?.checkout])),
    orderNumber: sent.orderNumber ?? orderNumberOfOurs(world),
    amountCents,
    currency: code,
    lines: (sent.lines ?? []).map(({ name, amount: cents, kind = 'other' as const }) => ({
      name,
      cents: BigInt(cents),
      kind,
    })),
    description: sent.description,
    invoiceExternalId: sent.invoiceExternalId,
    bill: {
      business: {},
      statementOn: sent.statementOn ?? today.toString(),
      ...(sent.accountNumber && { accountNumber: sent.accountNumber }),
      ...(sent.dueOn && { dueOn: sent.dueOn }),
      ...(expiresAt && { expiresOn: dayBefore(expiresAt, business.timeZone) }),
      ...(sent.partialPayments && { inParts: { leastCents: String(leastPart(sent)) } }),
    },
    customerId,
    contact,
    text,
    actor: call.actor,
    sendAt,
    reminders,
    expiresAt,
    faults: [...faultsOfNew(), ...faultsOfDue],
    ...(session && { checkout: session.checkout }),
  };
  function faultsOfNew(): FieldFault[] {
    const faults: FieldFault[] = [];
    if (isInParts && leastPart(sent) * 2n > amountCents)
      faults.push(fieldFault('partialPayments.minimum', tooLarge));
    const now = world.now();
    if (expiresAt && expiresAt <= now) faults.push(fieldFault('expiresAt', past));
    else if (expiresAt && text !== undefined) {
      if (expiresAt <= mayGoOut(business, contact.phone, sendAt ?? now))
        faults.push(fieldFault('expiresAt', tooSoon));
    }
    if (text !== undefined && !hasRoom(world, business.id, text))
      faults.push(fieldFault('text', noRoom));
    return faults;
  }
}

function leastPart({ partialPayments }: NewPayLink): bigint {
  const { minimum } = partialPayments ?? {};
  return minimum === undefined ? usualLeastCents : BigInt(minimum);
}

function momentOf(sent: string | undefined): Date | undefined {
  return sent === undefined ? undefined : new Date(sent);
}

/** The last day on which it can be paid, as the invoice shows it. */
function dayBefore(end: Date, timeZone: string): string {
  const last = Temporal.Instant.fromEpochMilliseconds(end.getTime() - 1);
  return last.toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

function wrongFields(details: readonly FieldFault[]): Refusal {
  return new Refusal('wrong_fields', { details });
}
