import { lookUpCustomer } from '../../../parties/customers/look-up.ts';
import { customersMeant, findByExternalId } from '../../../parties/customers/store.ts';
import { processorOf, processorsOf } from '../../../payments/accounts/open-account.ts';
import type { Processor } from '../../../ports/processors/processor.ts';
import type { World } from '../../../world.ts';
import { identifier, required } from '../fields.ts';
import { type Call, credentialNames, type Draft, serviceOperation } from '../operation.ts';

const parameters = {
  CustomerCode: required(
    identifier(
      'The customer, as AcquirerB calls it: the IndividualID or ExternalID of one of yours.',
      'externalId',
    ),
  ),
};

type Values = Draft<typeof parameters>;

export const searchCustomerAcquirerB = serviceOperation({
  name: 'SearchCustomerAcquirerB',
  interface: 'service',
  doc:
    'Looks a customer up at AcquirerB and updates the stored customer. The answer is always empty, also for ' +
    'an unknown customer and for a business without AcquirerB; GetCustomerInformation shows the customer.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'empty',
  parameters,
  refuses: ['busy'],
  read: (p): Values => p,
  async handle(world, call, { CustomerCode }: Values) {
    const processor = await processorThatKnows(world, call);
    if (!processor) return;
    const code = CustomerCode!;
    const id = await customerCalled(world, call.business.id, code);
    if (id === undefined) return;
    await lookUpCustomer(world, processor, { businessId: call.business.id, id }, code);
  },
});

/** The account of the business at a gateway that stores customers. Customers of the simulated bank are invented. */
async function processorThatKnows(
  world: World,
  { business }: Call,
): Promise<Processor | undefined> {
  const { id: businessId, environment } = business;
  let knowing: Processor | undefined;
  for (const name of await processorsOf(world, business)) {
    if (environment === 'live' && world.processors.has(name)) continue;
    const processor = await processorOf(world, { businessId, processor: name });
    // Its own accounts come after the simulated bank.
    if (processor.can.customerSearch) knowing = processor;
  }
  return knowing;
}

async function customerCalled(
  world: World,
  businessId: bigint,
  code: string,
): Promise<bigint | undefined> {
  const id = /^[1-9]\d{0,17}$/.test(code) ? BigInt(code) : undefined;
  const meant =
    id === undefined ? undefined : await world.gather(customersMeant, { businessId, id });
  return meant ?? (await findByExternalId(world.db, businessId, code));
}
