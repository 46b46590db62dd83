import { hasRoom, mayGoOut, sendLink, withLink } from '../../../invoicing/pay-links/send-link.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { textable } from '../../../kernel/phone.ts';
import { type FieldFault, fieldFault } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { longestBody } from '../../../notify/conversations/body.ts';
import { payerFace, usualPayText } from '../../../notify/mail/pay-text.ts';
import { refuseWithoutPayments } from '../../../parties/businesses/offering.ts';
import { contactWithPhone } from '../../../parties/customers/by-phone.ts';
import type { Bill, Line } from '../../../payments/order.ts';
import type { World } from '../../../world.ts';
import { date, rejectFar } from '../dates.ts';
import { present } from '../details.ts';
import {
  amountToPay,
  email,
  freeText,
  identifier,
  money,
  optional,
  phone,
  required,
  shownIdentifier,
  state,
} from '../fields.ts';
import {
  type Call,
  type Caller,
  credentialNames,
  type Draft,
  type Review,
  serviceOperation,
} from '../operation.ts';
import { orderNumberOfOurs } from '../payment-fields.ts';
import { linkReply } from './link-reply.ts';

const ownUnlessSent = "When not sent, the business's own.";
const hiddenWhenZero = 'Not shown when blank or 0.00.';

const parameters = {
  BusinessName: optional(
    freeText(`Name of the business, as the invoice shows it. ${ownUnlessSent}`, 'name'),
  ),
  AccountNumber: optional(
    shownIdentifier(
      "Your own number of the payer's account, as the invoice shows it; never a bank account.",
      'externalId',
    ),
  ),
  Description: optional(
    freeText('Goods or services to pay for.', 'description', { multiline: true }),
  ),
  TotalAmountDue: required(amountToPay('Amount to pay.')),
  BillToName: optional(freeText("The payer's name.", 'name')),
  BillToAddress1: optional(freeText("The payer's street address.", 'address')),
  BillToCity: optional(freeText("The payer's city.", 'name')),
  BillToState: optional(state("The payer's state, as a 2-letter code.")),
  BillToZip: optional(freeText("The payer's postal code.", 'postalCode')),
  BillToCellPhone: required(
    phone('Mobile number that the text goes to, up to 10 digits without formatting.'),
  ),
  BillToAddress2: optional(freeText("Second line of the payer's address.", 'address')),
  BusinessAddress1: optional(
    freeText(
      `Street address of the business, as the invoice shows it. ${ownUnlessSent}`,
      'address',
    ),
  ),
  BusinessAddress2: optional(freeText("Second line of the business's address.", 'address')),
  BusinessCity: optional(freeText("The business's city.", 'name')),
  BusinessState: optional(state("The business's state, as a 2-letter code.")),
  BusinessZip: optional(freeText("The business's postal code.", 'postalCode')),
  BusinessPhone: optional(
    phone(`Phone number of the business, as the invoice shows it. ${ownUnlessSent}`),
  ),
  BusinessEmail: optional(
    email(`E-mail address of the business, as the invoice shows it. ${ownUnlessSent}`),
  ),
  AccountNumber2: optional(
    shownIdentifier('Another number of your own, as the invoice shows it.', 'externalId'),
  ),
  InvoiceID: optional(
    identifier('Your own number of the invoice, as the invoice shows it.', 'orderNumber'),
  ),
  StatementDate: optional(date('Date of the invoice. When not sent, today.')),
  Subtotal: optional(money(`Total of all line items without taxes and fees. ${hiddenWhenZero}`)),
  Tax: optional(money(`Tax, in dollars. ${hiddenWhenZero}`)),
  ConvenienceFee: optional(money(`Convenience fee. ${hiddenWhenZero}`)),
  ScheduledDate: optional(
    date('Date on which the text is sent, within ten years. When not sent, at once.'),
  ),
  ExpirationDate: optional(date('Last date on which the link can be paid, not in the past.')),
  SMSMessage: optional(
    freeText(
      'The text. The link stands where it has [PBTLINK], else at its end. When not sent, a text of ' +
        "the service's own.",
      'smsText',
      { multiline: true },
    ),
  ),
};

type Values = Draft<typeof parameters>;

const past = flaw('too_early', 'must not lie in the past');
const tooSoon = flaw(
  'too_early',
  'must leave time for the text, which goes out by day where the payer is',
);
const beforeSent = flaw('contradictory', 'must not lie before ScheduledDate');
const noRoom = flaw(
  'too_long',
  `must have at most ${longestBody} characters with the address of the link wherever it stands`,
);
const noTextable = flaw('malformed', 'must be the number of a phone that can be texted');

export const sendPaymentSms = serviceOperation({
  name: 'SendPaymentSMS',
  interface: 'service',
  doc: 'Makes an invoice and texts the payer a link to a page where it can be paid.',
  credentials: credentialNames.usual,
  needsPayments: true,
  needsServices: ['invoicing', 'messaging'],
  result: 'text',
  parameters,
  orderNumberIn: 'InvoiceID',
  refuses: [
    'service_not_included',
    'order_number_reused',
    'order_undecided',
    'text_not_wanted',
    'number_takes_no_texts',
    'no_number_to_text_from',
    'idempotency_key_reused',
    'busy',
  ],
  read(p, caller, review): Values {
    noteDates(p, caller, review);
    if (p.BillToCellPhone && !textable(p.BillToCellPhone)) {
      review.note('BillToCellPhone', noTextable);
    }
    return p;
  },
  async handle(world, call, p: Values) {
    refuseWithoutPayments(call.business);
    const text = withLink(p.SMSMessage ?? (await usualText(world, p, call)));
    const { link } = await sendLink(world, {
      business: call.business,
      idempotencyKey: call.idempotencyKey,
      content: contentOf(p),
      orderNumber: p.InvoiceID ?? orderNumberOfOurs(world),
      amountCents: p.TotalAmountDue!,
      lines: linesOf(p),
      description: p.Description,
      bill: billOf(p, call),
      contact: payerOf(p),
      text,
      actor: call.actor,
      sendAt: sendAt(p, call),
      expiresAt: expiresAt(p, call),
      faults: faultsOfNew(world, call, p, text),
    });
    return await linkReply(world, link);
  },
});

/** A ScheduledDate in the past is accepted: the text goes at once. */
function noteDates(p: Values, caller: Caller, review: Review): void {
  const { ScheduledDate: sentOn, ExpirationDate: lastOn } = p;
  rejectFar('ScheduledDate', sentOn, caller, review);
  if (sentOn && lastOn && Temporal.PlainDate.compare(lastOn, sentOn) < 0) {
    review.note('ExpirationDate', beforeSent);
  }
}

/** Values that depend on the day or on our address, and do not make a repeated call a different request. */
function faultsOfNew(world: World, call: Call, p: Values, text: string): FieldFault[] {
  const faults: FieldFault[] = [];
  const ends = expiresAt(p, call);
  const goes = mayGoOut(call.business, p.BillToCellPhone!, sendAt(p, call) ?? world.now());
  if (ends && ends <= world.now()) faults.push(fieldFault('ExpirationDate', past));
  else if (ends && ends <= goes) faults.push(fieldFault('ExpirationDate', tooSoon));
  if (!hasRoom(world, call.business.id, text)) faults.push(fieldFault('SMSMessage', noRoom));
  return faults;
}

function contentOf(p: Values): Secret {
  const values = Object.entries(p).map(([name, value]) => [name, value?.toString()]);
  return new Secret(JSON.stringify(values));
}

function linesOf({ Subtotal, Tax, ConvenienceFee }: Values): Line[] {
  const lines: Line[] = [];
  if (Subtotal) lines.push({ name: 'Subtotal', cents: Subtotal, kind: 'subtotal' });
  if (Tax) lines.push({ name: 'Tax', cents: Tax, kind: 'tax' });
  if (ConvenienceFee) lines.push({ name: 'Convenience fee', cents: ConvenienceFee, kind: 'fee' });
  return lines;
}

function billOf(p: Values, { today }: Caller): Bill {
  return {
    business: present({
      name: p.BusinessName,
      address1: p.BusinessAddress1,
      address2: p.BusinessAddress2,
      city: p.BusinessCity,
      stateCode: p.BusinessState,
      postalCode: p.BusinessZip,
      phone: p.BusinessPhone,
      email: p.BusinessEmail,
    }),
    ...(p.AccountNumber && { accountNumber: p.AccountNumber }),
    ...(p.AccountNumber2 && { accountNumber2: p.AccountNumber2 }),
    statementOn: (p.StatementDate ?? today).toString(),
    ...(p.ExpirationDate && { expiresOn: p.ExpirationDate.toString() }),
  };
}

/** One name is sent; the part after its last blank is the last name. */
function payerOf(p: Values) {
  const name = p.BillToName?.trim() ?? '';
  const cut = name.lastIndexOf(' ');
  return contactWithPhone(p.BillToCellPhone!, {
    firstName: cut < 0 ? name : name.slice(0, cut).trim(),
    lastName: cut < 0 ? '' : name.slice(cut + 1),
    address1: p.BillToAddress1 ?? '',
    address2: p.BillToAddress2 ?? '',
    city: p.BillToCity ?? '',
    stateCode: p.BillToState ?? '',
    postalCode: p.BillToZip ?? '',
  });
}

async function usualText({ db }: World, p: Values, { business }: Call): Promise<string> {
  const face = await payerFace(db, { businessId: business.id, phone: p.BillToCellPhone! });
  return usualPayText(face, {
    name: p.BusinessName ?? business.name,
    cents: p.TotalAmountDue!,
    currency: business.currency,
  });
}

const morning = new Temporal.PlainTime(9);

/** In the morning of a future day, by the clock of the business; otherwise at once. */
function sendAt({ ScheduledDate: day }: Values, { business, today }: Call): Date | undefined {
  if (!day || Temporal.PlainDate.compare(day, today) <= 0) return undefined;
  const at = day.toZonedDateTime({ timeZone: business.timeZone, plainTime: morning });
  return new Date(at.epochMilliseconds);
}

/** The end of its last day, by the clock of the business. */
function expiresAt({ ExpirationDate: day }: Values, { business }: Call): Date | undefined {
  return day && new Date(day.add({ days: 1 }).toZonedDateTime(business.timeZone).epochMilliseconds);
}
