import { flaw } from '../../kernel/parsed.ts';
import { hasRegionCodes, usualCountry } from '../../kernel/places.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Order } from '../../payments/order.ts';
import { chargeAdmitted } from '../../payments/risk/admit.ts';
import { callerSuspect } from '../../payments/risk/card-testing/suspect.ts';
import { newTokenOf } from '../../payments/source.ts';
import type { World } from '../../world.ts';
import { amountParameters, linesOf } from './amounts.ts';
import { boolean, described, identifier, optional, required } from './fields.ts';
import { isForBank, type Method, methodParameters, readMethod } from './method.ts';
import { customerNamed } from './named-customer.ts';
import { type Call, type Draft, operation, type Review } from './operation.ts';
import { contactOf, payer } from './payer.ts';
import { orderNumberOfOurs, paymentFields } from './payment-fields.ts';
import { paymentAnswers, paymentData, paymentHeaders, paymentReply } from './payment-reply.ts';
import { sourceOf } from './source.ts';

const parameters = {
  FirstName: optional(payer.FirstName),
  LastName: optional(payer.LastName),
  Address1: optional(payer.Address1),
  Address2: optional(payer.Address2),
  City: optional(payer.City),
  StateCode: optional(
    described(payer.StateCode, 'Required for ACH where CountryCode is US or CA.'),
  ),
  PostalCode: optional(payer.PostalCode),
  CountryCode: optional(payer.CountryCode),
  Email: required(payer.Email),
  MobilePhone: optional(described(payer.MobilePhone, 'Required unless IsSMSReceipt is false.')),
  CCNumber: methodParameters.CCNumber,
  ExpirationMonth: methodParameters.ExpirationMonth,
  ExpirationYear: methodParameters.ExpirationYear,
  CVV: methodParameters.CVV,
  CardType: methodParameters.CardType,
  CardToken: optional(paymentFields.CardToken),
  ACHToken: optional(
    identifier(
      'Token of the bank account to debit, as TokenResult of an earlier answer.',
      'externalId',
    ),
  ),
  AccountName: methodParameters.AccountName,
  AccountNumber: methodParameters.AccountNumber,
  RoutingNumber: methodParameters.RoutingNumber,
  AccountType: methodParameters.AccountType,
  PaymentType: methodParameters.PaymentType,
  Amount: required(paymentFields.Amount),
  Description: optional(paymentFields.Description),
  OrderNumber: optional(paymentFields.OrderNumber),
  ChargeType: optional(described(paymentFields.ChargeType, 'Always Charge for ACH.')),
  IsEmailReceipt: optional(boolean('Send a receipt to Email.', true)),
  IsSMSReceipt: optional(boolean('Send a receipt to MobilePhone.', true)),
  CreateToken: optional(boolean('Tokenize the card or account as it is run.', false)),
  StatementDescriptor: optional(paymentFields.StatementDescriptor),
  IndividualID: payer.IndividualID,
  ExternalID: optional(identifier('Your own identifier of the payment.', 'externalId')),
  IsAuthOnly: optional(
    boolean('Older way to say ChargeType Authorize; true does not go with Charge.', false),
  ),
  ...amountParameters,
  CustomerExternalID: payer.CustomerExternalID,
  InvoiceExternalID: optional(
    identifier(
      'Your own identifier of the invoice, shown in webhooks, receipts and on its page.',
      'externalId',
    ),
  ),
};

type Values = Draft<typeof parameters>;
type Ask = { readonly p: Values; readonly method: Method; readonly capture: boolean };

const requiredForReceipt = flaw('required', 'is required unless IsSMSReceipt is false');
const requiredForBank = flaw('required', 'is required for ACH');
const contradictsAuthOnly = flaw('contradictory', 'contradicts IsAuthOnly');
const neverForBank = flaw('not_one_of', 'must be Charge for ACH');
const authOnlyNeverForBank = flaw('not_one_of', 'must be false for ACH');

export const createPayment = operation({
  name: 'CreatePayment',
  interface: 'default',
  doc:
    'Charges or authorizes a card, or debits a bank account. Exactly one of CCNumber, CardToken, ' +
    'AccountNumber and ACHToken selects the payment method.',
  needsPayments: true,
  namesOrder: true,
  tellsAgain: true,
  parameters,
  data: paymentData,
  answers: paymentAnswers,
  headers: paymentHeaders,
  refuses: [
    'no_processor',
    'currency_not_debited',
    'service_not_included',
    'unknown_token',
    'unknown_customer',
    'order_number_reused',
    'order_undecided',
    'card_declined_too_often',
    'too_many_cards_tried',
    'too_many_token_misses',
  ],

  read(p, caller, review): Ask | undefined {
    const method = readMethod(p, caller, review);
    const capture = readCapture(p, review);
    const isBank = isForBank(p, review);
    if (p.IsSMSReceipt !== false && !review.sent('MobilePhone')) {
      review.note('MobilePhone', requiredForReceipt);
    }
    if (isBank && hasRegionCodes(p.CountryCode ?? usualCountry) && !review.sent('StateCode')) {
      review.note('StateCode', requiredForBank);
    }
    if (isBank && p.ChargeType === 'Authorize') review.note('ChargeType', neverForBank);
    if (isBank && p.IsAuthOnly) review.note('IsAuthOnly', authOnlyNeverForBank);
    return method && { p, method, capture };
  },

  async handle(world, call, ask: Ask) {
    // A caller who may only replay an earlier payment learns nothing else.
    const order = await orderOf(world, call, ask).catch((error) => {
      throw error instanceof Refusal && call.against ? call.against : error;
    });
    return paymentReply(world, await chargeAdmitted(world, order));
  },
});

function readCapture(p: Values, review: Review): boolean {
  const { ChargeType: type, IsAuthOnly: authOnly } = p;
  // false is the default of IsAuthOnly in generated clients, so it contradicts nothing.
  if (type === 'Charge' && authOnly) review.note('ChargeType', contradictsAuthOnly);
  return type === undefined ? !authOnly : type === 'Charge';
}

async function orderOf(world: World, call: Call, { p, method, capture }: Ask): Promise<Order> {
  const contact = contactOf(p);
  const { OrderNumber, ExternalID, CustomerExternalID, InvoiceExternalID, Email } = p;
  const verbatim = { OrderNumber, ExternalID, CustomerExternalID, InvoiceExternalID, Email };
  const source = await sourceOf(world, call, method, { contact, verbatim });
  const isNew = method.kind === 'card' || method.kind === 'bank';
  return {
    business: call.business,
    actor: call.principal?.name ?? call.actor,
    isTest: false,
    against: call.against,
    guesses: call.guesses,
    tester: { suspects: [callerSuspect(call.business.id)] },
    orderNumber: p.OrderNumber ?? orderNumberOfOurs(world),
    idempotencyKey: call.idempotencyKey,
    askedAt: call.askedAt,
    amountCents: p.Amount!,
    currency: call.business.currency,
    capture,
    source,
    wantsToken: p.CreateToken === true,
    newToken:
      p.CreateToken && isNew
        ? await newTokenOf(world, call.business.id, method, contact)
        : undefined,
    customerId: await customerNamed(world, call, p.IndividualID),
    contact,
    lines: linesOf(p),
    description: p.Description,
    externalId: p.ExternalID,
    invoiceExternalId: p.InvoiceExternalID,
    statementDescriptor: p.StatementDescriptor,
    emailReceipt: p.IsEmailReceipt !== false,
    smsReceipt: p.IsSMSReceipt !== false,
  };
}
