import { type Language, usualLanguage } from '../../kernel/language.ts';
import { usualCountry } from '../../kernel/places.ts';
import type { Secret } from '../../kernel/secret.ts';
import { type Business, mayTakePayments } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { findPage } from '../../parties/businesses/page-address.ts';
import { readFace } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import type { Contact, Customer } from '../../parties/customers/customer.ts';
import { readCustomer } from '../../parties/customers/store.ts';
import { forTenants } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { serviceOf } from '../charge.ts';
import { type NewMethod, newTokenOf } from '../source.ts';
import type { StoredToken } from '../tokens/store.ts';
import { tokenize } from '../tokens/tokenize.ts';
import { type FieldSession, readFieldSession, statusOf, storeToken } from './field-session.ts';

/** `closed`: the business takes no such payments at present. */
export type Standing = 'open' | 'complete' | 'expired' | 'closed';

/** A session, as the page of its fields sees it. */
export type OpenedSession = {
  /** Has the clock and the rows of the business. */
  readonly world: World;
  readonly business: Business;
  readonly session: FieldSession;
  readonly standing: Standing;
  readonly customer: Customer | undefined;
  /** The language of the customer, else of the business. */
  readonly language: Language;
};

/** Undefined: there is no such secret. */
export async function openFieldSession(
  world: World,
  secret: string,
): Promise<OpenedSession | undefined> {
  const page = await findPage(world.db, 'field_session', secret);
  if (!page) return undefined;
  const { businessId, objectId: id } = page;
  const session = await readFieldSession(world.db, { businessId, id });
  // The address was claimed before the session, which was then never made; or the business was deleted since.
  const business = session && (await readBusiness(world.db, businessId));
  if (!session || !business) return undefined;
  const own = { ...atClockOf(world, business), db: forTenants(world.db, [businessId]) };
  const { customerId, kind } = session;
  const customer =
    customerId === undefined ? undefined : await readCustomer(own.db, businessId, customerId);
  const isClosed =
    !mayTakePayments(business) ||
    !hasService(business, serviceOf(kind)) ||
    // The customer was forgotten since: nobody can own the token.
    (customerId !== undefined && !customer);
  const standing = isClosed ? 'closed' : statusOf(session, own.now());
  const face = customer?.language ? undefined : await readFace(own.db, businessId);
  const language = customer?.language ?? face?.language ?? usualLanguage;
  return { world: own, business, session, standing, customer, language };
}

/** The payer's input in the fields. */
export type TypedMethod = {
  readonly method: NewMethod;
  /** The name on the card or account; '' if the customer is known by name. */
  readonly name: string;
  readonly postalCode: string;
  /** The same for the same card or account. */
  readonly content: Secret;
};

/**
 * Makes the one token of a session. Its idempotency key names the session: the same card again, after an answer that was
 * lost, gets the same token, and another one is refused.
 */
export async function makeSessionToken(
  opened: OpenedSession,
  typed: TypedMethod,
): Promise<StoredToken['token']> {
  const { world, business, session, customer } = opened;
  const contact = contactOf(opened, typed);
  const made = await newTokenOf(world, business.id, typed.method, contact);
  const idempotencyKey = { key: `field-session ${session.id}`, content: typed.content };
  const { token } = await tokenize(world, {
    made,
    customerId: customer?.id,
    contact,
    idempotencyKey,
  });
  await storeToken(world.db, session, token.token);
  return token;
}

/** The input replaces no customer's name or address: it stays with the token. */
function contactOf({ customer, session }: OpenedSession, typed: TypedMethod): Contact {
  const { name, postalCode } = typed;
  const cut = name.lastIndexOf(' ');
  const names = {
    firstName: cut < 0 ? name : name.slice(0, cut).trim(),
    lastName: cut < 0 ? '' : name.slice(cut + 1),
  };
  if (customer) {
    return {
      ...customer,
      ...(name !== '' && names),
      postalCode: postalCode || customer.postalCode,
    };
  }
  const none = { phone: '', email: '', address1: '', address2: '', city: '', stateCode: '' };
  // A customer of its own, or all who are known by nothing would be one.
  const externalId = `field-session ${session.id}`;
  return { ...none, ...names, externalId, postalCode, countryCode: usualCountry };
}
