import { flaw } from '../../base/parsed.ts';
import { date, notePast } from '../dates.ts';
import {
  amountToPay,
  email,
  freeText,
  identifier,
  money,
  optional,
  phone,
  required,
  state,
} from '../fields.ts';
import {
  type Caller,
  credentialNames,
  type Draft,
  notAvailableYet,
  type Review,
  serviceOperation,
} from '../operation.ts';

const ownUnlessSent = "When not sent, the business's own.";
const hiddenWhenZero = 'Not shown when blank or 0.00.';

const parameters = {
  BusinessName: optional(
    freeText(`Name of the business, as the invoice shows it. ${ownUnlessSent}`, 'name'),
  ),
  AccountNumber: optional(
    freeText(
      "Your own number of the payer's account, as the invoice shows it; never a bank account.",
      'externalId',
    ),
  ),
  Description: optional(freeText('What is to be paid for.', 'description', { multiline: true })),
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
    freeText('Another number of your own, as the invoice shows it.', 'externalId'),
  ),
  InvoiceID: optional(
    identifier('Your own number of the invoice, as the invoice shows it.', 'orderNumber'),
  ),
  StatementDate: optional(date('Date of the invoice. When not sent, today.')),
  Subtotal: optional(money(`Total of all line items without taxes and fees. ${hiddenWhenZero}`)),
  Tax: optional(money(`Tax, in dollars. ${hiddenWhenZero}`)),
  ConvenienceFee: optional(money(`Convenience fee. ${hiddenWhenZero}`)),
  ScheduledDate: optional(date('Date on which the text is sent. When not sent, at once.')),
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

type Ask = Draft<typeof parameters>;

const beforeSent = flaw('contradictory', 'must not lie before ScheduledDate');

export const sendPaymentSms = serviceOperation({
  name: 'SendPaymentSMS',
  interface: 'service',
  doc: 'Makes an invoice and texts the payer a link to a page where it can be paid.',
  credentials: credentialNames.usual,
  needsPayments: true,
  result: 'text',
  parameters,
  refuses: [],
  read(p, caller, review): Ask {
    noteExpired(p, caller, review);
    return p;
  },
  handle: notAvailableYet,
});

/** A ScheduledDate that has passed is no fault: then the text goes at once. */
function noteExpired(p: Ask, caller: Caller, review: Review): void {
  const { ScheduledDate: sentOn, ExpirationDate: lastOn } = p;
  notePast('ExpirationDate', lastOn, caller, review);
  if (sentOn && lastOn && Temporal.PlainDate.compare(lastOn, sentOn) < 0) {
    review.note('ExpirationDate', beforeSent);
  }
}
