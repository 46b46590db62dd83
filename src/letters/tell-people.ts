import { textable } from '../base/phone.ts';
import type { Sql } from '../base/sql.ts';
import { eachByItsClock } from '../businesses/each-by-its-clock.ts';
import { type Face, readFace } from '../businesses/face.ts';
import { readBusiness } from '../businesses/store.ts';
import { type Draft, queueTexts } from '../conversations/queue-texts.ts';
import { linkForInvoice } from '../pay-links/link-for-invoice.ts';
import {
  type Channel,
  noteTold,
  readBusinessesToTell,
  readUntoldEvents,
  type Told,
} from '../payments/untold-events.ts';
import type { World } from '../world.ts';
import { happeningOf, isHappening } from './happening.ts';
import { noticePlace, noticeTo } from './notice.ts';
import { receiptText } from './receipt-text.ts';
import { insertMails, type NewMail } from './store.ts';
import { readSubjects, type Subject } from './subjects.ts';
import { isOfSubscription, subscriptionText } from './subscription-letter.ts';

const atOnce = 200;
const channels = ['email', 'sms'] as const satisfies Channel[];

/** Makes e-mails and texts of what happened, of one business or of all; returns how many events that were. */
export async function tellPeople(world: World, only?: bigint): Promise<number> {
  const businesses = await readBusinessesToTell(world.db, channels, only);
  const frame = { only, failure: 'letter.not_queued' };
  return await eachByItsClock(world, businesses, frame, (own, { id }) => tellOf(own, id));
}

/** All or nothing: an event is untold, or its mail and its text are there. */
async function tellOf(world: World, businessId: bigint): Promise<number> {
  return await world.db.begin(async (tx) => {
    const wish = { channels, limit: atOnce, locks: true };
    const events = inOrder(await readUntoldEvents(tx, businessId, wish));
    if (events.length === 0) return 0;
    const face = await readFace(tx, businessId);
    if (!face) throw new Error('an event without its business');
    const about = await aboutTexts(world, tx, businessId, events);
    const mails: NewMail[] = [];
    const drafts: Draft[] = [];
    for (const event of events) {
      const recipient = event.untold.includes('email') && recipientOf(event, face);
      if (recipient) mails.push(await mailOf(world, event, recipient));
      const draft = draftOf(world, event, about, face);
      if (draft) drafts.push(draft);
    }
    await insertMails(tx, businessId, mails, world.now());
    if (drafts.length > 0) await queueTexts(world, tx, drafts);
    await noteTold(tx, businessId, events, channels);
    return events.length;
  });
}

type UntoldEvent = Told & { readonly untold: readonly Channel[] };

/** The steps of an application are often taken at one moment, and then nothing but their kinds tells their order. */
function inOrder(events: readonly UntoldEvent[]): UntoldEvent[] {
  return events.toSorted(
    (one, other) =>
      one.at.getTime() - other.at.getTime() || noticePlace(one.kind) - noticePlace(other.kind),
  );
}

/** Undefined: an event that nobody is written about. */
function recipientOf(event: Told, face: Face): string | undefined {
  const isToPayer = isHappening(event.kind) || isOfSubscription(event.kind);
  return isToPayer ? event.data.email || undefined : noticeTo(event, face);
}

async function mailOf(
  { ids }: World,
  { businessId, id: eventId, kind }: Told,
  recipient: string,
): Promise<NewMail> {
  return { id: await ids.next(businessId), kind, eventId, recipient };
}

/** What texts say beside the words of their events; where somebody is asked to pay otherwise, a link is made for it. */
async function aboutTexts(
  world: World,
  tx: Sql,
  businessId: bigint,
  events: readonly UntoldEvent[],
): Promise<Map<string, Subject>> {
  const told = events.filter((event) => event.untold.includes('sms') || mustPayOtherwise(event));
  const subjects = await readSubjects(tx, told);
  for (const [id, subject] of subjects) {
    if (!subject.payment || !mustPayOtherwise(subject.told)) continue;
    const business = await readBusiness(tx, businessId);
    if (!business) throw new Error('an event without its business');
    const { payment } = subject;
    const link = isClosed(subject)
      ? undefined
      : await linkForInvoice(world, tx, business, payment.invoiceId);
    subjects.set(id, { ...subject, payment: { ...payment, openLinkId: link?.id } });
  }
  return subjects;
}

/** Nobody can pay it any more. While it is suspended, what asks for money waits (conversations/judge-due.ts). */
function isClosed({ businessState }: Subject): boolean {
  return businessState === 'closed';
}

/** It came back and is not sent again by itself, or was not sent at all since its account takes nothing. */
function mustPayOtherwise({ kind, data }: Told): boolean {
  const tookNothing = kind === 'payment.returned' || kind === 'payment.voided';
  return tookNothing && data.payerIsAsked && !data.representedAt;
}

/** One that cannot be put into words is a fault of ours, and must not hold up the others. */
function draftOf(
  world: World,
  event: UntoldEvent,
  about: ReadonlyMap<string, Subject>,
  face: Face,
): Draft | undefined {
  const { id: eventId, businessId, kind, data, untold } = event;
  const subject = about.get(eventId);
  if (!untold.includes('sms') || !textable(data.phone)) return undefined;
  try {
    if (isOfSubscription(kind)) return subscriptionDraft(event, face);
    if (!subject?.payment) return undefined;
    const { details, openLinkId, capturedCents } = subject.payment;
    const happening = happeningOf(event, { capturedCents, mayBePaid: !isClosed(subject) });
    if (!happening) return undefined;
    const linkId = mustPayOtherwise(event) ? openLinkId : undefined;
    const body = receiptText({ happening, face, details, hasLink: linkId !== undefined });
    const customerId = BigInt(data.customerId);
    return {
      businessId,
      // That nothing was paid is no receipt, and waits until people are awake.
      kind: kind === 'payment.returned' || mustPayOtherwise(event) ? 'notice' : 'receipt',
      phone: data.phone,
      customerId,
      body,
      linkId,
      eventId,
    };
  } catch (error) {
    world.log.error('letter.no_words', { businessId, kind, reference: eventId, error });
    return undefined;
  }
}

function subscriptionDraft(event: Told, face: Face): Draft | undefined {
  const { id: eventId, businessId, data } = event;
  const body = subscriptionText(event, face);
  if (body === undefined) return undefined;
  const linkId = data.linkId === undefined ? undefined : BigInt(data.linkId);
  const customerId = BigInt(data.customerId);
  return { businessId, kind: 'notice', phone: data.phone, customerId, body, linkId, eventId };
}
