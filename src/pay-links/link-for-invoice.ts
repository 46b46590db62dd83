import { todayIn } from '../base/calendar.ts';
import { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { hashOf, insertPages } from '../businesses/page-address.ts';
import { addBill, readInvoice } from '../payments/open-invoice.ts';
import type { World } from '../world.ts';
import { hasExpired, type PayLink } from './link.ts';
import { endLink, findByOrderNumber, insertLink } from './store.ts';

/**
 * The link under which an invoice can be paid that is open again, or still: the one that it has, else a new one.
 * Undefined: it has ended, or somebody holds it. To be called again where another one was just being made.
 */
export async function linkForInvoice(
  world: World,
  tx: Sql,
  business: Business,
  invoiceId: bigint,
): Promise<PayLink | undefined> {
  const invoice = await readInvoice(tx, business.id, invoiceId);
  if (invoice?.state !== 'open') return undefined;
  const { businessId, customerId, orderNumber, details } = invoice;
  const known = await findByOrderNumber(tx, businessId, orderNumber);
  if (known && known.invoiceId !== invoiceId) return undefined;
  if (known && !hasExpired(known, world.now())) return known;
  // Its last day was for the first asking: whoever is asked again is given a new one.
  if (known) await endLink(tx, known, 'expired', world.now());
  const createdAt = world.now();
  if (!details.bill) {
    const statementOn = todayIn(business.timeZone, invoice.createdAt).toString();
    await addBill(tx, invoice, { business: {}, statementOn });
  }
  const link: PayLink = {
    businessId,
    id: await world.ids.next(businessId),
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
  const page = { businessId, kind: 'pay_link', objectId: link.id } as const;
  const tokenHash = hashOf(world.vault, page);
  if (!(await insertLink(tx, { ...link, tokenHash, idempotencyKey: undefined }))) {
    return await findByOrderNumber(tx, businessId, orderNumber);
  }
  await insertPages(tx, world.vault, [page]);
  return link;
}
