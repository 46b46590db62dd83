import { readContacts } from '../../../parties/customers/store.ts';
import type { Order } from '../../../payments/order.ts';
import { chargeAdmitted } from '../../../payments/risk/admit.ts';
import type { World } from '../../../world.ts';
import { boolean, optional, required, typed } from '../fields.ts';
import { type Call, credentialNames, type Draft, serviceOperation } from '../operation.ts';
import { refuseOwnNumber } from '../own-number.ts';
import { orderNumberOfOurs, paymentFields } from '../payment-fields.ts';
import { paymentReply } from '../payment-reply.ts';
import { sourceOfToken, tokenNamed } from '../source.ts';

const parameters = {
  CardToken: required(paymentFields.CardToken),
  Amount: required(paymentFields.Amount),
  Description: optional(paymentFields.Description),
  OrderNumber: optional(paymentFields.OrderNumber),
  ChargeType: optional(paymentFields.ChargeType),
  IsEmailReceipt: optional(typed(boolean("Send a receipt to the payer's e-mail address.", false))),
  IsSMSReceipt: optional(typed(boolean("Send a receipt to the payer's mobile number.", false))),
  StatementDescriptor: optional(paymentFields.StatementDescriptor),
};

type Values = Draft<typeof parameters>;

export const processTokenPaymentTest = serviceOperation({
  name: 'ProcessTokenPaymentTest',
  interface: 'service',
  doc:
    'Charges or authorizes a card token in the sandbox, whatever the environment of the business: no bank ' +
    'hears of it.',
  credentials: credentialNames.usual,
  needsPayments: true,
  needsServices: ['payments'],
  parameters,
  result: 'text',
  refuses: [
    'unknown_token',
    'order_number_reused',
    'order_undecided',
    'card_declined_too_often',
    'idempotency_key_reused',
    'busy',
  ],
  read: (p): Values => p,

  async handle(world, call, p: Values) {
    const order = await orderOf(world, call, p);
    return paymentReply(world, await chargeAdmitted(world, order));
  },
});

/** The payer is the customer of the token. */
async function orderOf(world: World, call: Call, p: Values): Promise<Order> {
  const stored = await tokenNamed(world, call, { kind: 'card_token', token: p.CardToken! });
  refuseOwnNumber(call, stored.token, { OrderNumber: p.OrderNumber });
  const { customerId } = stored;
  const isTest = call.business.environment === 'live';
  const payer = { businessId: call.business.id, id: customerId };
  const contact = await world.gather(readContacts, payer);
  const source = await sourceOfToken(world, stored);
  if (!contact) throw new Error('a token without its customer');
  return {
    // A decline of the simulated bank does not count against a real card.
    business: isTest ? { ...call.business, limited: false } : call.business,
    isTest,
    orderNumber: p.OrderNumber ?? orderNumberOfOurs(world),
    idempotencyKey: call.idempotencyKey,
    askedAt: call.askedAt,
    amountCents: p.Amount!,
    currency: call.business.currency,
    capture: p.ChargeType !== 'Authorize',
    source,
    wantsToken: false,
    newToken: undefined,
    customerId,
    contact,
    lines: [],
    description: p.Description,
    externalId: undefined,
    invoiceExternalId: undefined,
    statementDescriptor: p.StatementDescriptor,
    emailReceipt: p.IsEmailReceipt === true,
    smsReceipt: p.IsSMSReceipt === true,
  };
}
