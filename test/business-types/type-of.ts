import { invoiceFields } from '../../src/parties/businesses/invoice-fields.ts';
import {
  type BusinessType,
  type Service,
  services,
} from '../../src/parties/businesses/offering.ts';
import { otherType, setType } from '../../src/parties/businesses/types.ts';
import type { World } from '../../src/world.ts';

let made = 10;

/** A new type that has everything but for what is named; its number. */
export async function typeWith(world: World, changes: Partial<BusinessType> = {}): Promise<number> {
  made += 1;
  const usual = { name: `Type ${made}`, services, invoiceFields, features: ['representment'] };
  await setType(world, { ...usual, ...changes, id: made }, 'operator:ann');
  return made;
}

export function without(...lacking: readonly Service[]): Service[] {
  return services.filter((one) => !lacking.includes(one));
}

/** Makes a business that is there already one of another type, as `business type` does. */
export async function putInType(world: World, id: bigint, type: number = otherType): Promise<void> {
  await world.db.query('update businesses set type_id = $2 where business_id = $1', [id, type]);
}
