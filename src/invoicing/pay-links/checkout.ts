import type { Business } from '../../parties/businesses/business.ts';
import { bool, int8, optional, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/** A checkout session: a pay link to whose page a caller sends the payer, and how the payer comes back. */
export const checkouts = table('checkout_sessions', {
  businessId: int8,
  /** The id of the link. */
  id: int8,
  successUrl: text,
  cancelUrl: optional(text),
  takesCards: bool,
  takesBankAccounts: bool,
  savesToken: bool,
});
export type Checkout = RowOf<typeof checkouts>;
/** The caller's settings of the page. */
export type CheckoutRequest = Omit<Checkout, 'businessId' | 'id'>;

export async function insertCheckout(tx: Sql, checkout: Checkout): Promise<void> {
  await checkouts.insert(tx, [checkout]);
}

/** Undefined: the link is no session. */
export async function readCheckout(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Checkout | undefined> {
  return await checkouts.readOne(
    sql,
    `select ${checkouts.columns} from checkout_sessions where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

/** The business as the page of the session offers it: without the ways to pay that the caller does not want. */
export function offeredIn(business: Business, checkout: Checkout | undefined): Business {
  if (!checkout) return business;
  const { takesCards, takesBankAccounts } = checkout;
  const services = business.services.filter(
    (service) => (service !== 'payments' || takesCards) && (service !== 'ach' || takesBankAccounts),
  );
  return { ...business, services };
}

/** The URL to which the payer returns; it names the session. */
export function returnAddress(address: string, { id }: Pick<Checkout, 'id'>): string {
  const url = new URL(address);
  url.searchParams.set('checkoutSession', String(id));
  return url.href;
}
