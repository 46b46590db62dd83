import { todayIn } from '../../kernel/calendar.ts';
import { Secret } from '../../kernel/secret.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { claimPages, hashOf, type PageName } from '../../parties/businesses/page-address.ts';
import { addBill, type Invoice, readInvoice, reopenExpired } from '../../payments/open-invoice.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { hasExpired, type PayLink } from './link.ts';
import { leastPartOf } from './parts.ts';
import { endLink, findByOrderNumber, insertLink } from './store.ts';

/** A transaction that may make links. */
export type LinkingTx = Sql & {
  /** Ids of new links by their invoices. The addresses of these links are claimed. */
  readonly claimed: ReadonlyMap<bigint, bigint>;
};

/**
 * Runs a transaction that may make links. Which ones shows only in it, and their addresses are claimed outside of it: when
 * it lacks addresses it is rolled back, claims them and begins again. One whose link was not made after all leads nowhere.
 */
export async function withLinks<T>(
  world: Pick<World, 'db' | 'vault' | 'ids'>,
  businessId: bigint,
  work: (tx: LinkingTx) => Promise<T>,
): Promise<T> {
  const claimed = new Map<bigint, bigint>();
  for (;;) {
    try {
      return await world.db.begin((tx) => work({ ...tx, claimed }));
    } catch (error) {
      if (!(error instanceof NoAddress)) throw error;
      for (const id of error.invoiceIds) claimed.set(id, await world.ids.next(businessId));
    }
    await claimPages(
      world,
      [...claimed.values()].map((id) => pageOf(businessId, id)),
    );
  }
}

/** Rolls back a transaction that lacks the addresses of links. */
class NoAddress extends Error {
  readonly invoiceIds: readonly bigint[];
  constructor(invoiceIds: readonly bigint[]) {
    super('links whose addresses were not claimed');
    this.invoiceIds = invoiceIds;
  }
}

/**
 * The links of open invoices, or new ones. Excludes invoices that have ended or are held; none if the business has no
 * page to pay at. One that expired while parts of it were held opens again with its new link, as one does whose whole
 * payment comes back after its last day; not if its number is that of another link by now.
 */
export async function linksForInvoices(
  world: World,
  tx: LinkingTx,
  business: Business,
  invoiceIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, PayLink>> {
  const links = new Map<bigint, PayLink>();
  if (!hasService(business, 'invoicing')) return links;
  const lacking: bigint[] = [];
  for (const id of new Set(invoiceIds)) {
    const link = await linkForInvoice(world, tx, business, id);
    if (link === 'no_address') lacking.push(id);
    else if (link) links.set(id, link);
  }
  if (lacking.length > 0) throw new NoAddress(lacking);
  return links;
}

/** If another transaction has just made the link, the caller tries again. */
async function linkForInvoice(
  world: World,
  tx: LinkingTx,
  business: Business,
  invoiceId: bigint,
): Promise<PayLink | 'no_address' | undefined> {
  const invoice = await readInvoice(tx, business.id, invoiceId);
  if (!invoice || !mayBeAsked(invoice)) return undefined;
  const { businessId, customerId, orderNumber, details } = invoice;
  const known = await findByOrderNumber(tx, businessId, orderNumber);
  if (known && known.invoiceId !== invoiceId) return undefined;
  if (known && !hasExpired(known, world.now())) return known;
  const id = tx.claimed.get(invoiceId);
  if (id === undefined) return 'no_address';
  // Its expiry was for the first request to pay; the next one has a new link.
  if (known) await endLink(tx, known, 'expired', world.now());
  const createdAt = world.now();
  if (!details.bill) {
    const statementOn = todayIn(business.timeZone, invoice.createdAt).toString();
    await addBill(tx, invoice, { business: {}, statementOn });
  }
  const link: PayLink = {
    businessId,
    id,
    invoiceId,
    customerId,
    orderNumber,
    state: 'open',
    requestFingerprint: world.vault.fingerprint(new Secret(`invoice ${invoiceId}`)),
    expiresAt: undefined,
    messageId: undefined,
    createdAt,
    openedAt: undefined,
  };
  const tokenHash = hashOf(world.vault, pageOf(businessId, id));
  if (!(await insertLink(tx, { ...link, tokenHash, idempotencyKey: undefined }))) {
    const faster = await findByOrderNumber(tx, businessId, orderNumber);
    return faster?.invoiceId === invoiceId ? faster : undefined;
  }
  if (invoice.state === 'expired') await reopenExpired(tx, invoice);
  return link;
}

function mayBeAsked({ state, details }: Invoice): boolean {
  return state === 'open' || (state === 'expired' && leastPartOf(details) !== undefined);
}

function pageOf(businessId: bigint, objectId: bigint): PageName {
  return { businessId, kind: 'pay_link', objectId };
}
