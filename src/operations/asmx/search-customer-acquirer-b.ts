import { Refusal } from '../../base/refusal.ts';
import { lookUpCustomer } from '../../customers/look-up.ts';
import { customersExist, findByExternalId } from '../../customers/store.ts';
import type { Processor } from '../../processors/processor.ts';
import type { World } from '../../world.ts';
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
    'Looks a customer up at AcquirerB and brings what is known of it here up to date. The answer is ' +
    'empty, also when nobody is called so: GetCustomerInformation shows the customer.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'empty',
  parameters,
  refuses: ['no_processor', 'busy'],
  read: (p): Values => p,
  async handle(world, call, { CustomerCode }: Values) {
    const processor = processorThatKnows(world, call);
    const code = CustomerCode!;
    const id = await customerCalled(world, call.business.id, code);
    if (id === undefined) return;
    await lookUpCustomer(world, processor, { businessId: call.business.id, id }, code);
  },
});

/** The simulated bank is the only one there is, and what it knows of people is invented. */
function processorThatKnows({ processors }: World, { business }: Call): Processor {
  const found = [...processors.values()].find(({ can }) => can.customerSearch);
  if (found && business.environment === 'sandbox') return found;
  throw new Refusal('no_processor');
}

async function customerCalled(
  world: World,
  businessId: bigint,
  code: string,
): Promise<bigint | undefined> {
  const id = /^[1-9]\d{0,17}$/.test(code) ? BigInt(code) : undefined;
  if (id !== undefined && (await world.gather(customersExist, { businessId, id }))) return id;
  return await findByExternalId(world.db, businessId, code);
}
