import { flaw } from '../../kernel/parsed.ts';
import { hasRegionCodes, parseRegion, usualCountry } from '../../kernel/places.ts';
import { type FieldFault, fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { readContacts } from '../../parties/customers/store.ts';
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

export const payerShape = object(contactFields, {
  doc: 'The payer; not beside customerId. Beside a token, who is its payer already, only what agrees with that customer.',
});
type SentPayer = TypeOf<typeof payerShape>;

export const customerIdField = maybe(
  id('The payer, as a customer of this business; not beside customer.'),
);

const wantsOne = flaw('required', 'must be sent, or customer with an email, phone or externalId');
const besideCustomer = flaw('contradictory', 'must be left out where customer is sent');
const besideId = flaw('contradictory', 'must be left out where customerId is sent');
const notOwner = flaw('contradictory', 'must be the customer of the token, or be left out');
const notOfOwner = flaw(
  'contradictory',
  'must be that of the customer of the token, or be left out',
);

type Payer = {
  readonly customerId: bigint | undefined;
  readonly contact: Contact;
  /**
   * Refuses a new charge of a token for another customer. A replay is answered all the same: its customer may have
   * changed.
   */
  readonly against?: Refusal | undefined;
};

/**
 * The payer that a request names, by id or by contact, or otherwise the `owner` of the token that it charges. Without
 * any of these no payer could be identified.
 */
export async function payerOf(
  world: World,
  call: Pick<V1Call, 'business'>,
  sent: { readonly customerId?: string | undefined; readonly customer?: SentPayer | undefined },
  owner?: bigint,
): Promise<Payer> {
  const { customerId, customer } = sent;
  if (customerId !== undefined && customer) {
    throw wrongFields([fieldFault('customerId', besideCustomer), fieldFault('customer', besideId)]);
  }
  const named = customerId === undefined ? owner : BigInt(customerId);
  if (named !== undefined) {
    const known = await world.gather(readContacts, { businessId: call.business.id, id: named });
    if (!known) throw unknownCustomer();
    if (customerId !== undefined && owner !== undefined && known.id !== owner) {
      throw wrongFields([fieldFault('customerId', notOwner)]);
    }
    const contact = contactOf(customer ?? {}, known);
    return { customerId: known.id, contact, against: refusalOfOther(contact, known) };
  }
  if (!customer?.email && !customer?.phone && !customer?.externalId) {
    throw wrongFields([fieldFault('customerId', wantsOne)]);
  }
  return { customerId: undefined, contact: contactOf(customer) };
}

/** An email or phone that the customer does not have may be added for this payment. */
function refusalOfOther(contact: Contact, known: Contact): Refusal | undefined {
  const faults = (['externalId', 'email', 'phone'] as const)
    .filter((name) => contact[name] !== known[name] && known[name] !== '')
    .map((name) => fieldFault(`customer.${name}`, notOfOwner));
  return faults.length === 0 ? undefined : wrongFields(faults);
}

function wrongFields(details: readonly FieldFault[]): Refusal {
  return new Refusal('wrong_fields', { details });
}

function unknownCustomer(): Refusal {
  const rule = 'is not a customer of this business';
  return new Refusal('unknown_customer', {
    details: [fieldFault('customerId', { code: 'unknown', rule })],
  });
}

/**
 * The values as they are stored; a value that was not sent comes from `known`. `at` stands before the names of wrong
 * fields.
 */
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
  throw wrongFields([fieldFault(`${at}${field}`, read)]);
}
