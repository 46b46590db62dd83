import { type Business, mayTakePayments } from '../businesses/business.ts';
import { atClockOf } from '../businesses/clock.ts';
import { type Face, readFace } from '../businesses/face.ts';
import { findPage } from '../businesses/page-address.ts';
import { readBusiness } from '../businesses/store.ts';
import { type Invoice, readInvoice } from '../payments/open-invoice.ts';
import { isSettled, type Payment, tookMoney } from '../payments/payment.ts';
import type { World } from '../world.ts';
import { hasExpired, type PayLink } from './link.ts';
import { payerOf } from './payer-of.ts';
import { noteOpened, readLink } from './store.ts';

/** What stands behind an address, as it is now. */
export type OpenedLink = {
  /** With the clock of the business. */
  readonly world: World;
  readonly link: PayLink;
  readonly invoice: Invoice;
  readonly business: Business;
  readonly face: Face;
  /** Mostly of this invoice, else one that was made under its number. */
  readonly payment: Payment | undefined;
  readonly standing: Standing;
};

/**
 * `payable`; `paying`: somebody is at it, or nobody knows yet how it ended; `paid`, whatever came of the money later;
 * `closed`: the business takes no payments now.
 */
export type Standing = 'payable' | 'paying' | 'paid' | 'expired' | 'revoked' | 'closed';

/** Undefined: nobody has such an address. */
export async function openLink(world: World, secretPart: string): Promise<OpenedLink | undefined> {
  const page = await findPage(world.db, 'pay_link', secretPart);
  if (!page) return undefined;
  const { businessId, objectId } = page;
  const link = await readLink(world.db, businessId, objectId);
  const business = await readBusiness(world.db, businessId);
  const face = await readFace(world.db, businessId);
  const invoice = link && (await readInvoice(world.db, businessId, link.invoiceId));
  if (!link || !business || !face || !invoice) throw new Error('an address that leads nowhere');
  const own = atClockOf(world, business);
  const payment = await payerOf(world.db, link);
  const standing = standingOf(own, { link, invoice, business, payment });
  return { world: own, link, invoice, business, face, payment, standing };
}

/** That a person looked, not a robot. */
export async function noteLooked({ world, link }: OpenedLink): Promise<void> {
  if (!link.openedAt) await noteOpened(world.db, link, world.now());
}

type Seen = Pick<OpenedLink, 'link' | 'invoice' | 'business' | 'payment'>;

function standingOf(world: World, { link, invoice, business, payment }: Seen): Standing {
  if (payment) return isSettled(payment.state) && tookMoney(payment.state) ? 'paid' : 'paying';
  if (link.state === 'revoked' || invoice.state === 'void') return 'revoked';
  if (hasExpired(link, world.now()) || invoice.state === 'expired') return 'expired';
  return mayTakePayments(business) ? 'payable' : 'closed';
}
