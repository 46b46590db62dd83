import { type Language, usualLanguage } from '../../kernel/language.ts';
import { type Business, mayTakePayments } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { findPage } from '../../parties/businesses/page-address.ts';
import { readFace } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import type { Customer } from '../../parties/customers/customer.ts';
import { readCustomer } from '../../parties/customers/store.ts';
import { forTenants } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { serviceOf } from '../charge.ts';
import { type FieldSession, readFieldSession, statusOf } from './field-session.ts';

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
  /** Of the customer, else of the business. */
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
