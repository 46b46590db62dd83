import { type FieldFault, Refusal } from '../base/refusal.ts';
import type { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { hashOf, insertPages, type PageName, pageAddress } from '../businesses/page-address.ts';
import { queueTexts } from '../conversations/queue-texts.ts';
import { refuseBlocked } from '../conversations/refuse-blocked.ts';
import { findOrMakeByPhone } from '../customers/by-phone.ts';
import type { Contact } from '../customers/customer.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
import { insertOpenInvoices } from '../payments/open-invoice.ts';
import type { Bill, Line, RetryKey } from '../payments/order.ts';
import { readHolder } from '../payments/store.ts';
import type { World } from '../world.ts';
import { expireLink } from './expire-link.ts';
import { hasExpired, type PayLink } from './link.ts';
import { payerOf } from './payer-of.ts';
import {
  findByKey,
  findByOrderNumber,
  findEnded,
  forgetKey,
  insertLink,
  noteMessage,
} from './store.ts';

/** An invoice that is made, and a text with a link to where it can be paid. */
export type LinkWish = {
  readonly business: Business;
  readonly retryKey: RetryKey | undefined;
  /** All that was asked: the same again gives the first answer, and nothing is sent twice. */
  readonly content: Secret;
  /** The caller's own, else one that we made. */
  readonly orderNumber: string;
  readonly amountCents: bigint;
  readonly lines: readonly Line[];
  readonly description: string | undefined;
  readonly bill: Bill;
  /** Who is to pay; found or made by the phone, where the text goes. */
  readonly contact: Contact;
  /** With [PBTLINK] where the address is to stand. */
  readonly text: string;
  readonly sendAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /** For which a new one is refused; who asks again for one that is there hears how that stands. */
  readonly faults?: readonly FieldFault[];
};

const keepKeysMs = 30 * 24 * 3600 * 1000;

/** Makes it once, whatever is asked again; nothing is left of it where the text cannot be sent. */
export async function sendLink(world: World, wish: LinkWish): Promise<PayLink> {
  for (let tries = 1; tries <= 5; tries += 1) {
    const earlier = await findEarlier(world, wish);
    if (earlier) return earlier;
    if (wish.faults?.length) throw new Refusal('wrong_fields', { details: wish.faults });
    const made = await world.db.begin((tx) => make(world, tx, wish));
    if (made) return made;
    // Somebody made the same one just now; the next look sees it.
  }
  throw new Refusal('busy');
}

/** Where it can be paid. */
export function linkAddress(world: World, link: Pick<PayLink, 'businessId' | 'id'>): string {
  return pageAddress(world, pageOf(link));
}

function pageOf({ businessId, id: objectId }: Pick<PayLink, 'businessId' | 'id'>): PageName {
  return { businessId, kind: 'pay_link', objectId };
}

async function findEarlier(world: World, wish: LinkWish): Promise<PayLink | undefined> {
  const { business, orderNumber, retryKey, content } = wish;
  const { db, vault } = world;
  const byKey = retryKey && (await findByKey(db, business.id, retryKey.key));
  if (byKey && world.now().getTime() - byKey.createdAt.getTime() > keepKeysMs) {
    await forgetKey(db, byKey);
  } else if (byKey) {
    if (vault.sameFingerprint(byKey.requestFingerprint, content)) return byKey;
    throw new Refusal('idempotency_key_reused');
  }
  const open = await findByOrderNumber(db, business.id, orderNumber);
  if (open && vault.sameFingerprint(open.requestFingerprint, content)) return open;
  const ended = await findEnded(db, business.id, orderNumber, vault.fingerprints(content));
  if (ended) return ended;
  if (open && (await isInTheWay(world, open))) {
    throw new Refusal('order_number_reused', { message: otherValues });
  }
  const asked = { businessId: business.id, orderNumber, isTest: false };
  if (await readHolder(db, asked)) throw new Refusal('order_number_reused');
  return undefined;
}

/** It can be paid, or somebody holds it. One whose payment came to nothing after its last day is ended for the next. */
async function isInTheWay(world: World, open: PayLink): Promise<boolean> {
  return !hasExpired(open, world.now()) || (await payerOf(world.db, open)) !== undefined;
}

const otherValues = 'This InvoiceID was used before, with other values; nothing was sent.';

/** Undefined: another one is in its place, and nothing was written. */
async function make(world: World, tx: Sql, wish: LinkWish): Promise<PayLink | undefined> {
  const { business, orderNumber, amountCents, contact, retryKey } = wish;
  const businessId = business.id;
  const createdAt = world.now();
  const [invoiceId, id] = [await world.ids.next(businessId), await world.ids.next(businessId)];
  const customerId = await findOrMakeByPhone(world, tx, businessId, contact);
  const requestFingerprint = world.vault.fingerprint(wish.content);
  const link: PayLink = {
    businessId,
    id,
    invoiceId,
    customerId,
    orderNumber,
    state: 'open',
    requestFingerprint,
    expiresAt: wish.expiresAt,
    messageId: undefined,
    createdAt,
    openedAt: undefined,
  };
  const tokenHash = hashOf(world.vault, pageOf(link));
  const before = await findByOrderNumber(tx, businessId, orderNumber);
  if (before) await expireLink(world, tx, before);
  const isMade = await insertLink(tx, { ...link, tokenHash, idempotencyKey: retryKey?.key });
  if (!isMade) return undefined;
  const details = detailsOf(wish);
  const invoice = { businessId, id: invoiceId, customerId, amountCents, orderNumber, createdAt };
  await insertOpenInvoices(tx, [{ ...invoice, details }]);
  await insertPages(tx, world.vault, [pageOf(link)]);
  const [text] = await queueTexts(world, tx, [
    {
      businessId,
      kind: 'pay_link',
      phone: contact.phone,
      customerId,
      body: wish.text,
      linkId: id,
      notBefore: wish.sendAt,
    },
  ]);
  if (!text) throw new Error('a text that was not queued');
  refuseBlocked(text);
  await noteMessage(tx, link, text.id);
  return { ...link, messageId: text.id };
}

/** What its page shows, and what a receipt of it says. */
function detailsOf({ lines, contact, description, bill }: LinkWish): InvoiceDetails {
  const { firstName, lastName, address1, address2, city, stateCode, postalCode, countryCode } =
    contact;
  return {
    lines: lines.map((line) => ({ ...line, cents: String(line.cents) })),
    billTo: { firstName, lastName, address1, address2, city, stateCode, postalCode, countryCode },
    email: contact.email,
    phone: contact.phone,
    emailReceipt: false,
    smsReceipt: false,
    ...(description && { description }),
    bill,
  };
}
