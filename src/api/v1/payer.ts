import { flaw } from '../../kernel/parsed.ts';
import { hasRegionCodes, parseRegion, usualCountry } from '../../kernel/places.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { readCustomer } from '../../parties/customers/store.ts';
import type { World } from '../../world.ts';
import { country, email, freeText, identifier } from '../operations/fields.ts';
import type { V1Call } from './endpoint.ts';
import { field, id, maybe, object, phone, type TypeOf } from './shape.ts';

/** A person, in requests: everything is optional by itself. */
export const contactFields = {
  externalId: maybe(field(identifier('Your own identifier of the person.', 'externalId'))),
  firstName: maybe(field(freeText('First name.', 'name'))),
  lastName: maybe(field(freeText('Last name.', 'name'))),
  email: maybe(field(email('Where receipts go.'))),
  phone: maybe(phone('Mobile number, up to ten digits.')),
  address1: maybe(field(freeText('Street address.', 'address'))),
  address2: maybe(field(freeText('Second line of the address.', 'address'))),
  city: maybe(field(freeText('City.', 'name'))),
  state: maybe(field(freeText('State or province: two letters in the US and Canada.', 'region'))),
  postalCode: maybe(field(freeText('Postal code.', 'postalCode'))),
  country: maybe(field(country('Two letters of ISO 3166; US when left out.'))),
};

export const payerShape = object(contactFields, { doc: 'The payer, where no customer is named.' });
type SentPayer = TypeOf<typeof payerShape>;

export const customerIdField = maybe(id('The payer, as a customer of this business.'));

const wantsOne = flaw('required', 'must be sent, or customer with an email, phone or externalId');

/** The payer that a request names, by id or by what is known of them. Without either nobody could be told apart. */
export async function payerOf(
  world: World,
  call: Pick<V1Call, 'business'>,
  sent: { readonly customerId?: string | undefined; readonly customer?: SentPayer | undefined },
): Promise<{ readonly customerId: bigint | undefined; readonly contact: Contact }> {
  const { customerId, customer } = sent;
  if (customerId !== undefined) {
    const known = await readCustomer(world.db, call.business.id, BigInt(customerId));
    if (!known) throw unknownCustomer();
    return { customerId: known.id, contact: contactOf(customer ?? {}, known) };
  }
  if (!customer?.email && !customer?.phone && !customer?.externalId) {
    throw new Refusal('wrong_fields', { details: [fieldFault('customerId', wantsOne)] });
  }
  return { customerId: undefined, contact: contactOf(customer) };
}

function unknownCustomer(): Refusal {
  const rule = 'is not a customer of this business';
  return new Refusal('unknown_customer', {
    details: [fieldFault('customerId', { code: 'unknown', rule })],
  });
}

/** The values as they are stored; those of `known` where none was sent. `at` stands before the names of wrong fields. */
export function contactOf(
  sent: Partial<SentPayer>,
  known?: Contact,
  at: 'customer.' | '' = 'customer.',
): Contact {
  const countryCode = sent.country ?? known?.countryCode ?? usualCountry;
  return {
    externalId: sent.externalId ?? known?.externalId,
    phone: sent.phone ?? known?.phone ?? '',
    email: sent.email?.toLowerCase() ?? known?.email ?? '',
    firstName: sent.firstName ?? known?.firstName ?? '',
    lastName: sent.lastName ?? known?.lastName ?? '',
    address1: sent.address1 ?? known?.address1 ?? '',
    address2: sent.address2 ?? known?.address2 ?? '',
    city: sent.city ?? known?.city ?? '',
    stateCode:
      sent.state === undefined ? (known?.stateCode ?? '') : stateOf(sent.state, countryCode, at),
    postalCode: sent.postalCode ?? known?.postalCode ?? '',
    countryCode,
  };
}

function stateOf(state: string, countryCode: string, at: string): string {
  const read = parseRegion(state, countryCode);
  if (read.ok) return read.value;
  const field = hasRegionCodes(countryCode) ? 'state' : 'country';
  throw new Refusal('wrong_fields', { details: [fieldFault(`${at}${field}`, read)] });
}
