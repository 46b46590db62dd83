import type { Currency } from '../../kernel/currency.ts';
import { type FieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Secret } from '../../kernel/secret.ts';
import { linkMark, longestBody } from '../../notify/conversations/body.ts';
import { prepareTexts, queueTexts } from '../../notify/conversations/queue-texts.ts';
import { dayFor } from '../../notify/conversations/quiet-hours.ts';
import { refuseBlocked } from '../../notify/conversations/reach.ts';
import type { Business } from '../../parties/businesses/business.ts';
import {
  hashOf,
  makeWithPage,
  type PageName,
  pageAddress,
} from '../../parties/businesses/page-address.ts';
import { findOrMakeByPhone } from '../../parties/customers/by-phone.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { findOrMakeCustomer } from '../../parties/customers/make.ts';
import type { LookedUpTypes } from '../../parties/phones/look-up.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import { insertOpenInvoices } from '../../payments/open-invoice.ts';
import type { Bill, Line } from '../../payments/order.ts';
import { recordAct } from '../../records/audit-log.ts';
import { type IdempotencyKey, once } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import { commitWhatIsMade } from '../../runtime/without-commit.ts';
import type { World } from '../../world.ts';
import { type CheckoutRequest, insertCheckout } from './checkout.ts';
import { findEarlier } from './earlier-link.ts';
import { expireLink } from './end-links.ts';
import { actOf, type PayLink } from './link.ts';
import type { Reminder } from './reminders.ts';
import { findByOrderNumber, insertLink, releaseKey, storeMessage } from './store.ts';

/** A new invoice with a link to pay it, and mostly a text with that. */
export type LinkRequest = {
  readonly business: Business;
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** The whole request: an equal one is replayed, and nothing is sent twice. */
  readonly content: Secret;
  /** The caller's, else a generated one. */
  readonly orderNumber: string;
  readonly amountCents: bigint;
  readonly lines: readonly Line[];
  readonly description: string | undefined;
  readonly bill: Bill;
  /** Undefined: the currency of the business. */
  readonly currency?: Currency;
  /** The caller's own identifier of the invoice. */
  readonly invoiceExternalId?: string | undefined;
  /**
   * The payer; else found or made by the contact. By the phone alone if a text is sent and the contact has neither mail
   * address nor external id.
   */
  readonly customerId?: bigint | undefined;
  readonly contact: Contact;
  /** Makes the link a checkout session. */
  readonly checkout?: CheckoutRequest;
  /** The text, with [PBTLINK] in place of the address; undefined: nothing is sent. */
  readonly text: string | undefined;
  /** Who sends it. */
  readonly actor: string;
  readonly sendAt: Date | undefined;
  /** Texts of later days, the earliest first. */
  readonly reminders?: readonly Reminder[];
  readonly expiresAt: Date | undefined;
  /** Refuse a new link; a replay of an earlier one is answered all the same. */
  readonly faults?: readonly FieldFault[];
};

/** `isNew`: false for the link of an earlier request, which is replayed. */
export type SentLink = { readonly link: PayLink; readonly isNew: boolean };

/** Once for equal requests. Nothing is written where the text cannot be sent. */
export async function sendLink(world: World, request: LinkRequest): Promise<SentLink> {
  let isNew = false;
  const link = await once({
    find: () => findEarlier(world, request, (old) => releaseKey(world.db, old)),
    async make() {
      refuseFaults(request);
      const made = await makeLink(world, request);
      isNew = made !== undefined;
      return made;
    },
  });
  return { link, isNew };
}

export function refuseFaults({ faults = [] }: LinkRequest): void {
  if (faults.length > 0) throw new Refusal('wrong_fields', { details: faults });
}

/** Anybody with the address sees the invoice, so the audit log records each disclosure. */
export async function showAddress(world: World, link: PayLink, actor: string): Promise<string> {
  await world.db.begin((tx) => recordAct(tx, actOf(link, 'pay_link.shown', actor, world.now())));
  return linkAddress(world, link);
}

/** The address of the page on which it can be paid. */
export function linkAddress(world: World, link: Pick<PayLink, 'businessId' | 'id'>): string {
  return pageAddress(world, pageOf(link));
}

function pageOf({ businessId, id: objectId }: Pick<PayLink, 'businessId' | 'id'>): PageName {
  return { businessId, kind: 'pay_link', objectId };
}

/** Undefined: another link was faster, and nothing was written. */
async function makeLink(world: World, request: LinkRequest): Promise<PayLink | undefined> {
  const { id: businessId } = request.business;
  const invoiceId = await world.ids.next(businessId);
  const id = await world.ids.next(businessId);
  const phones = isTexted(request) ? [request.contact.phone] : [];
  const types = phones.length > 0 ? await prepareTexts(world, businessId, phones) : new Map();
  const draft = { invoiceId, id, types };
  return await makeWithPage(world, pageOf({ businessId, id }), () =>
    commitWhatIsMade(world.db, (tx) => make(world, tx, request, draft)),
  );
}

type Draft = Pick<PayLink, 'invoiceId' | 'id'> & { readonly types: LookedUpTypes };

async function make(
  world: World,
  tx: Sql,
  request: LinkRequest,
  { invoiceId, id, types }: Draft,
): Promise<PayLink | undefined> {
  const { business, orderNumber, amountCents, idempotencyKey } = request;
  const businessId = business.id;
  const createdAt = world.now();
  const customerId = await payerFor(world, tx, request);
  const requestFingerprint = world.vault.fingerprint(request.content);
  const link: PayLink = {
    businessId,
    id,
    invoiceId,
    customerId,
    orderNumber,
    state: 'open',
    requestFingerprint,
    expiresAt: request.expiresAt,
    messageId: undefined,
    createdAt,
    openedAt: undefined,
  };
  const tokenHash = hashOf(world.vault, pageOf(link));
  const before = await findByOrderNumber(tx, businessId, orderNumber);
  if (before) await expireLink(world, tx, before);
  const isMade = await insertLink(tx, { ...link, tokenHash, idempotencyKey: idempotencyKey?.key });
  if (!isMade) return undefined;
  const { checkout } = request;
  if (checkout) await insertCheckout(tx, { ...checkout, businessId, id });
  const details = detailsOf(request, id);
  const { currency = business.currency } = request;
  const about = { customerId, amountCents, currency, orderNumber, createdAt };
  const invoice = { businessId, id: invoiceId, ...about };
  await insertOpenInvoices(tx, [{ ...invoice, details }]);
  const messageId = await queueAll(world, tx, request, { link, types });
  return { ...link, messageId };
}

/** The text with the link and its reminders, at once: either all of them wait, or there is no link. */
async function queueAll(
  world: World,
  tx: Sql,
  { business, contact: { phone }, text, sendAt, actor, reminders = [] }: LinkRequest,
  { link, types }: { readonly link: PayLink; readonly types: LookedUpTypes },
): Promise<bigint | undefined> {
  const { id: linkId, customerId } = link;
  const about = { businessId: business.id, phone, customerId, linkId, actor };
  const first =
    text === undefined
      ? []
      : [{ ...about, kind: 'pay_link' as const, body: text, notBefore: sendAt }];
  const later = reminders.map(({ at, text: body }) => {
    return { ...about, kind: 'notice' as const, body, notBefore: at };
  });
  if (first.length + later.length === 0) return undefined;
  const texts = await queueTexts(world, tx, [...first, ...later], types);
  for (const one of texts) refuseBlocked(one);
  const [sent] = texts;
  if (!sent) throw new Error('a text that was not queued');
  if (first.length === 0) return undefined;
  await storeMessage(tx, link, sent.id);
  return sent.id;
}

/** True if anything goes to the phone of the payer, now or later. */
export function isTexted({ text, reminders = [] }: LinkRequest): boolean {
  return text !== undefined || reminders.length > 0;
}

async function payerFor(
  world: World,
  tx: Sql,
  { business, customerId, contact, text }: LinkRequest,
): Promise<bigint> {
  if (customerId !== undefined) return customerId;
  return text !== undefined && isPhoneAlone(contact)
    ? await findOrMakeByPhone(world, tx, business.id, contact)
    : await findOrMakeCustomer(world, tx, business.id, contact);
}

/** True if nothing but the phone says who it is: several people may have that. */
function isPhoneAlone({ externalId, email }: Contact): boolean {
  return externalId === undefined && email === '';
}

/** Shown on its page and its receipts. */
function detailsOf(
  { lines, contact, description, bill, invoiceExternalId, checkout }: LinkRequest,
  linkId: bigint,
): InvoiceDetails {
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
    ...(invoiceExternalId && { invoiceExternalId }),
    bill: { ...bill, ...(checkout && { checkoutSessionId: String(linkId) }) },
  };
}

/** The link replaces the caller's mark, or stands at the end. */
export function withLink(text: string): string {
  return text.includes(linkMark) ? text : `${text} ${linkMark}`;
}

/** True if carriers take it as one text. The address replaces each mark and is longer than a mark. */
export function hasRoom(world: World, businessId: bigint, text: string): boolean {
  // The addresses of all links are equally long.
  const address = linkAddress(world, { businessId, id: 0n });
  return [...text.replaceAll(linkMark, () => address)].length <= longestBody;
}

/** The first moment from `at` on at which the text may go out: if limits are on it waits for the morning. */
export function mayGoOut({ limited }: Business, phone: string, at: Date): Date {
  return limited ? dayFor({ kind: 'pay_link', phone, heardAt: undefined }, at) : at;
}
