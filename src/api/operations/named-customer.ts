import { Refusal } from '../../kernel/refusal.ts';
import { customersMeant } from '../../parties/customers/store.ts';
import type { World } from '../../world.ts';
import type { Call } from './operation.ts';

/** The customer that the caller names; the customer of another business does not exist. */
export async function customerNamed(
  world: World,
  call: Call,
  individualId: string | undefined,
): Promise<bigint | undefined> {
  if (individualId === undefined) return undefined;
  const id = /^[1-9]\d{0,17}$/.test(individualId) ? BigInt(individualId) : undefined;
  const wanted = { businessId: call.business.id, id: id ?? 0n };
  const meant = id === undefined ? undefined : await world.gather(customersMeant, wanted);
  if (meant !== undefined) return meant;
  throw new Refusal('unknown_customer', {
    details: [
      {
        field: 'IndividualID',
        code: 'unknown',
        message: 'IndividualID is not a customer of this business.',
      },
    ],
  });
}
