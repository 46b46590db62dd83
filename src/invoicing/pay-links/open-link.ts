import { type Business, mayTakePayments } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { findPage } from '../../parties/businesses/page-address.ts';
import { type PublicProfile, readFace, speaking } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { readLanguage } from '../../parties/customers/language.ts';
import { takesBankAccounts, takesCards } from '../../payments/charge.ts';
import { type Invoice, readInvoice } from '../../payments/open-invoice.ts';
import { isSettled, type Payment, tookMoney } from '../../payments/payment.ts';
import type { World } from '../../world.ts';
import { type Checkout, offeredIn, readCheckout } from './checkout.ts';
import { hasExpired, type PayLink } from './link.ts';
import { readParts } from './parts.ts';
import { payerOf, readLink, recordOpened } from './store.ts';

/** The state of a link, as its page shows it. */
export type OpenedLink = {
  /** Has the clock of the business. */
  readonly world: World;
  readonly link: PayLink;
  readonly invoice: Invoice;
  /** Has the services that the page offers. */
  readonly business: Business;
  /** The caller's settings of the page, if it belongs to a checkout session. */
  readonly checkout: Checkout | undefined;
  /** In the language of the customer, where that is known. */
  readonly face: PublicProfile;
  /** The payment of this invoice, else of another one under its order number. */
  readonly payment: Payment | undefined;
  /** The payments of its parts, the earliest first. */
  readonly parts: readonly Payment[];
  readonly standing: Standing;
};

/** `paying`: a payment is not settled. `paid`: also where it was refunded. `closed`: the business takes no payments. */
export type Standing = 'payable' | 'paying' | 'paid' | 'expired' | 'revoked' | 'closed';

/** Undefined: there is no such address. */
export async function openLink(world: World, secretPart: string): Promise<OpenedLink | undefined> {
  const page = await findPage(world.db, 'pay_link', secretPart);
  if (!page) return undefined;
  const { businessId, objectId } = page;
  const link = await readLink(world.db, businessId, objectId);
  // Claimed before the link was made, which it never was.
  if (!link) return undefined;
  const checkout = await readCheckout(world.db, businessId, objectId);
  const found = await readBusiness(world.db, businessId);
  const business = found && offeredIn(found, checkout);
  const own = await readFace(world.db, businessId);
  const payer = { businessId, id: link.customerId };
  const face = own && speaking(own, await readLanguage(world.db, payer));
  const invoice = await readInvoice(world.db, businessId, link.invoiceId);
  if (!business || !face || !invoice) throw new Error('an address that leads nowhere');
  const clocked = atClockOf(world, business);
  const payment = await payerOf(world.db, link);
  const parts = await readParts(world.db, invoice);
  const standing = standingOf(clocked, { link, invoice, business, payment, parts });
  return { world: clocked, link, invoice, business, checkout, face, payment, parts, standing };
}

function isDone({ state }: Payment): boolean {
  return isSettled(state) && tookMoney(state);
}

/** Call it for a person, not for a robot that previews links. */
export async function recordVisit({ world, link }: OpenedLink): Promise<void> {
  if (!link.openedAt) await recordOpened(world.db, link, world.now());
}

type Seen = Pick<OpenedLink, 'link' | 'invoice' | 'business' | 'payment' | 'parts'>;

function standingOf(world: World, { link, invoice, business, payment, parts }: Seen): Standing {
  if (payment) return isDone(payment) ? 'paid' : 'paying';
  // Whoever pays the rest meanwhile might pay what is just being paid.
  if (!parts.every(isDone)) return 'paying';
  if (invoice.state === 'covered') {
    const cents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0n);
    // Otherwise a part ended after the invoice was read.
    return cents === invoice.amountCents ? 'paid' : 'paying';
  }
  if (link.state === 'revoked' || invoice.state === 'void') return 'revoked';
  if (hasExpired(link, world.now()) || invoice.state === 'expired') return 'expired';
  const { currency } = invoice;
  const isOffered =
    hasService(business, 'invoicing') &&
    (takesCards(business, currency) || takesBankAccounts(business, currency));
  return mayTakePayments(business) && isOffered ? 'payable' : 'closed';
}
