import { listSubscriptions } from '../../../invoicing/subscriptions/store.ts';
import { readCustomer } from '../../../parties/customers/store.ts';
import { readTotals } from '../../../parties/customers/totals.ts';
import { tokensOfCustomer } from '../../../payments/tokens/store.ts';
import { customerReply } from '../customer-reply.ts';
import { identifier, required } from '../fields.ts';
import { customerNamed } from '../named-customer.ts';
import { credentialNames, type Draft, serviceOperation } from '../operation.ts';
import { subscriptionData } from '../subscription-reply.ts';

const parameters = {
  IndividualID: required(
    identifier('The customer, as IndividualID of an earlier answer.', 'externalId'),
  ),
};

type Values = Draft<typeof parameters>;

/** More than any customer saves; bounds the answer. */
const mostTokens = 100;

export const getCustomerInformation = serviceOperation({
  name: 'GetCustomerInformation',
  interface: 'service',
  doc: 'Returns a customer with saved cards and bank accounts (masked), totals of invoices, and subscriptions.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'text',
  parameters,
  refuses: ['unknown_customer'],
  read: (p): Values => p,
  async handle(world, call, p: Values) {
    const businessId = call.business.id;
    const id = (await customerNamed(world, call, p.IndividualID))!;
    const customer = await readCustomer(world.db, businessId, id);
    if (!customer) throw new Error('a customer is gone');
    const tokens = await tokensOfCustomer(world.db, { businessId, id, most: mostTokens });
    const request = { customerId: id, most: mostTokens };
    const subscriptions = await listSubscriptions(world.db, businessId, request);
    const { timeZone, currency } = call.business;
    return customerReply(
      customer,
      tokens,
      await readTotals(world.db, businessId, [id]),
      currency,
      subscriptions.map((one) => subscriptionData(one, { timeZone, currency })),
    );
  },
});
