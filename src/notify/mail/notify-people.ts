import {
  type LinkingTx,
  linksForInvoices,
  withLinks,
} from '../../invoicing/pay-links/link-for-invoice.ts';
import { textable } from '../../kernel/phone.ts';
import { eachByItsClock } from '../../parties/businesses/clock.ts';
import { type PublicProfile, readFace, speaking } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import type { LookedUpTypes } from '../../parties/phones/look-up.ts';
import {
  type AnyEvent,
  type Channel,
  markDone,
  type PendingEvent,
  readBusinessesPending,
  readPendingEvents,
} from '../../runtime/events.ts';
import type { World } from '../../world.ts';
import { prepareTexts, queueTexts, type TextDraft } from '../conversations/queue-texts.ts';
import { businessRecipient, orderOf } from './business-mail.ts';
import { happeningOf, isHappening } from './happening.ts';
import { receiptText } from './receipt-text.ts';
import { insertMails, type NewMail } from './store.ts';
import { type PaidFor, readSubjects, type Subject } from './subjects.ts';
import {
  isOfSubscription,
  linkOf,
  type SubscriptionEvent,
  subscriptionText,
} from './subscription-mail.ts';
import { isValidating } from './validation-mail.ts';

const atOnce = 200;
const channels = ['email', 'sms'] as const satisfies Channel[];

/** Queues mails and texts for pending events, of one business or of all; returns how many events. */
export async function notifyPeople(world: World, only?: bigint): Promise<number> {
  const businesses = await readBusinessesPending(world.db, channels, only);
  const frame = { only, failure: 'mail.not_queued' };
  return await eachByItsClock(world, businesses, frame, (own, { id }) => notifyOf(own, id));
}

/** All or nothing: an event is pending, or its mail and its text are queued. */
async function notifyOf(world: World, businessId: bigint): Promise<number> {
  const texted = await prepare(world, businessId);
  return await withLinks(world, businessId, async (tx) => {
    const page = { channels, limit: atOnce, locks: true };
    const pending = await readPendingEvents(tx, businessId, page);
    // A text that became pending in between waits for the next run.
    const events = inOrder(pending.filter((one) => !hasText(one) || texted.ids.has(one.id)));
    if (events.length === 0) return 0;
    const face = await readFace(tx, businessId);
    if (!face) throw new Error('an event without its business');
    const subjects = await subjectsOf(world, tx, businessId, events);
    const mails: NewMail[] = [];
    const drafts: TextDraft[] = [];
    for (const event of events) {
      const addressee = event.pending.includes('email') ? addresseeOf(event, face) : undefined;
      if (addressee) mails.push(await mailOf(world, event, addressee));
      const draft = draftOf(world, event, subjects, face);
      if (draft) drafts.push(draft);
    }
    await insertMails(tx, businessId, mails, world.now());
    if (drafts.length > 0) await queueTexts(world, tx, drafts, texted.types);
    await markDone(tx, businessId, events, channels);
    return events.length;
  });
}

type Texted = { readonly ids: ReadonlySet<string>; readonly types: LookedUpTypes };

/** The next events with a text, and the lookups of their phones. */
async function prepare(world: World, businessId: bigint): Promise<Texted> {
  const page = { channels: ['sms'], limit: atOnce } as const;
  const events = await readPendingEvents(world.db, businessId, page);
  const phones = events.flatMap((event) => phoneOf(event) ?? []);
  const types = phones.length > 0 ? await prepareTexts(world, businessId, phones) : new Map();
  return { ids: new Set(events.map(({ id }) => id)), types };
}

function hasText({ pending }: PendingEvent): boolean {
  return pending.includes('sms');
}

/** Undefined: the event has no text. */
function phoneOf(event: AnyEvent): string | undefined {
  return isHappening(event) || isOfSubscription(event) ? event.data.phone : undefined;
}

/** Several steps of an application may have the same moment; then their kinds decide. */
function inOrder(events: readonly PendingEvent[]): PendingEvent[] {
  return events.toSorted(
    (one, other) =>
      one.at.getTime() - other.at.getTime() || orderOf(one.kind) - orderOf(other.kind),
  );
}

type Addressee = Pick<NewMail, 'recipient' | 'customerId'>;

/** Undefined: the event has no mail. */
function addresseeOf(event: AnyEvent, face: PublicProfile): Addressee | undefined {
  if (isHappening(event) || isOfSubscription(event) || isValidating(event)) {
    const { email: recipient, customerId } = event.data;
    return recipient ? { recipient, customerId: BigInt(customerId) } : undefined;
  }
  const recipient = businessRecipient(event, face);
  return recipient ? { recipient, customerId: undefined } : undefined;
}

async function mailOf(
  { ids }: World,
  { businessId, id: eventId, kind }: AnyEvent,
  addressee: Addressee,
): Promise<NewMail> {
  return { id: await ids.next(businessId), kind, eventId, ...addressee };
}

/** The subjects of texts. A payer who must pay in another way gets a link for it. */
async function subjectsOf(
  world: World,
  tx: LinkingTx,
  businessId: bigint,
  events: readonly PendingEvent[],
): Promise<ReadonlyMap<string, Subject>> {
  const wanted = events.filter((one) => hasText(one) || mustPayOtherwise(one));
  const subjects = await readSubjects(tx, wanted);
  const asked = [...subjects].flatMap(([id, subject]) => {
    const { event, payment } = subject;
    return payment && mustPayOtherwise(event) ? [{ id, subject, payment }] : [];
  });
  if (asked.length === 0) return subjects;
  const business = await readBusiness(tx, businessId);
  if (!business) throw new Error('an event without its business');
  const payable = asked.filter(({ subject }) => !isClosed(subject));
  const invoiceIds = payable.map(({ payment }) => openInvoiceOf(payment));
  const links = await linksForInvoices(world, tx, business, invoiceIds);
  for (const { id, subject, payment } of asked) {
    const openLinkId = links.get(openInvoiceOf(payment))?.id;
    subjects.set(id, { ...subject, payment: { ...payment, openLinkId } });
  }
  return subjects;
}

/** What a payment that came back was for is open again; of a part, in its invoice. */
function openInvoiceOf({
  invoiceId,
  details: { partOf },
}: Pick<PaidFor, 'invoiceId' | 'details'>): bigint {
  return partOf ? BigInt(partOf.invoiceId) : invoiceId;
}

/** Nothing can be paid any more. While it is suspended, texts that ask for money are held (notify/conversations/decide-due.ts). */
function isClosed({ businessState }: Subject): boolean {
  return businessState === 'closed';
}

/** True for a returned debit that is not presented again, or one that was withdrawn because its account is unusable. */
function mustPayOtherwise(event: AnyEvent): boolean {
  if (event.kind !== 'payment.returned' && event.kind !== 'payment.voided') return false;
  return event.data.payerIsAsked !== undefined && !event.data.representedAt;
}

/** An event whose text cannot be written is logged, and does not hold up the others. */
function draftOf(
  world: World,
  event: PendingEvent,
  subjects: ReadonlyMap<string, Subject>,
  ownFace: PublicProfile,
): TextDraft | undefined {
  const { id: eventId, businessId, kind } = event;
  const subject = subjects.get(eventId);
  const face = speaking(ownFace, subject?.language);
  if (!hasText(event)) return undefined;
  try {
    if (isOfSubscription(event)) return subscriptionDraft(event, face, subject?.pageId);
    if (!isHappening(event) || !subject?.payment) return undefined;
    const { data } = event;
    const { phone } = data;
    if (!phone || !textable(phone)) return undefined;
    const { details, openLinkId, capturedCents } = subject.payment;
    const happening = happeningOf(event, { capturedCents, mayBePaid: !isClosed(subject) });
    if (!happening) return undefined;
    const linkId = mustPayOtherwise(event) ? openLinkId : undefined;
    const body = receiptText({ happening, face, details, hasLink: linkId !== undefined });
    const customerId = BigInt(data.customerId);
    return {
      businessId,
      // Bad news is no receipt, and keeps quiet hours.
      kind: kind === 'payment.returned' || mustPayOtherwise(event) ? 'notice' : 'receipt',
      phone,
      customerId,
      body,
      linkId,
      eventId,
    };
  } catch (error) {
    world.log.error('mail.no_words', { businessId, kind, reference: eventId, error });
    return undefined;
  }
}

function subscriptionDraft(
  event: SubscriptionEvent,
  face: PublicProfile,
  pageId: bigint | undefined,
): TextDraft | undefined {
  const { id: eventId, businessId, data } = event;
  const { phone } = data;
  if (!phone || !textable(phone)) return undefined;
  const body = subscriptionText(event, face, pageId !== undefined);
  const about = { businessId, customerId: BigInt(data.customerId), eventId, linkId: linkOf(event) };
  return { ...about, kind: 'notice', phone, body, pageId };
}
