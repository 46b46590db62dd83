import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { atClockOf } from '../businesses/clock.ts';
import { readFace } from '../businesses/face.ts';
import { readBusiness } from '../businesses/store.ts';
import { readContacts } from '../customers/store.ts';
import type { World } from '../world.ts';
import { announce } from './announce.ts';
import { answerText } from './answers.ts';
import { receivedBody } from './body.ts';
import { type ConsentMove, moveConsent } from './consent.ts';
import { type ConsentWord, consentWordOf } from './consent-words.ts';
import { type Conversation, noteHeard, openConversations } from './conversation-store.ts';
import { findCarried, insertMessages } from './message-store.ts';
import { queueTexts } from './queue-texts.ts';
import { segmentsOf } from './segments.ts';

/** A text that somebody wrote to the number of a business. */
export type Received = {
  /** Ten digits each. */
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly mediaCount: number;
  readonly carrier: string;
  /** Its name there: the same text, told twice, is one. */
  readonly carrierId: string;
  /** What it means to the carrier, which has obeyed and answered it already, whatever words it knows. */
  readonly obeyedAs?: ConsentWord | undefined;
};

export type Kept = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly isNew: boolean;
};

const tenDigits = /^\d{10}$/;

/** Keeps it, once, and does what it asks for. Undefined: that is no number of ours, or nobody's who could be answered. */
export async function receiveText(world: World, received: Received): Promise<Kept | undefined> {
  if (!tenDigits.test(received.from)) return undefined;
  const businessId = await findByOwnNumber(world.db, received.to);
  const business = businessId === undefined ? undefined : await readBusiness(world.db, businessId);
  if (!business) return undefined;
  const own = atClockOf(world, business);
  return await own.db.begin((tx) => keep(own, tx, business, received));
}

async function findByOwnNumber(sql: Sql, number: string): Promise<bigint | undefined> {
  const [row] = await sql.query<{ business_id: bigint }>(
    'select business_id from mobile_numbers where number = $1',
    [number],
  );
  return row?.business_id;
}

async function keep(
  world: World,
  tx: Sql,
  { id: businessId, state }: Business,
  received: Received,
): Promise<Kept> {
  const { to, from, mediaCount, carrier, carrierId } = received;
  const at = world.now();
  const opened = await openConversations(
    tx,
    { businessId, ownNumber: to },
    [{ phone: from, customerId: undefined }],
    { at, nextId: () => world.ids.next(businessId) },
  );
  const conversation = opened.get(from)!;
  const id = await world.ids.next(businessId);
  const body = receivedBody(received.body);
  const message = {
    id,
    conversationId: conversation.id,
    direction: 'in',
    kind: 'chat',
    state: 'received',
    body,
    linkId: undefined,
    eventId: undefined,
    mediaCount,
    idempotencyKey: undefined,
    requestFingerprint: undefined,
    carrier,
    carrierId,
    segments: segmentsOf(body),
    dueAt: undefined,
    errorCode: undefined,
    finishedAt: at,
  } as const;
  const made = await insertMessages(tx, businessId, [message], at);
  if (!made.has(id)) {
    const earlier = await findCarried(tx, businessId, received);
    if (earlier === undefined) throw new Error('a text that was neither kept nor there');
    return { businessId, id: earlier, isNew: false };
  }
  await noteHeard(tx, conversation, at);
  await tell(world, tx, conversation, { id, body, mediaCount, at });
  const { obeyedAs } = received;
  await obey(world, tx, conversation, { id, body, at, obeyedAs, isClosed: state === 'closed' });
  return { businessId, id, isNew: true };
}

type Message = { readonly id: bigint; readonly body: string; readonly at: Date };

async function tell(
  { uuid }: World,
  tx: Sql,
  { businessId, customerId, phone, ownNumber }: Conversation,
  { id, body, mediaCount, at }: Message & { readonly mediaCount: number },
): Promise<void> {
  const [contact] =
    customerId === undefined ? [] : await readContacts(tx, [{ businessId, id: customerId }]);
  const facts = {
    customerId: customerId === undefined ? undefined : String(customerId),
    externalId: contact?.externalId,
    direction: 'in',
    from: phone,
    to: ownNumber,
    text: body,
    mediaCount,
  } as const;
  await announce(tx, businessId, [{ eventId: uuid(), messageId: id, facts }], at);
}

type Wish = Message & Pick<Received, 'obeyedAs'> & { readonly isClosed: boolean };

/** Does what a word asks for; whatever else somebody writes is talk. */
async function obey(
  world: World,
  tx: Sql,
  conversation: Conversation,
  { id, body, at, obeyedAs, isClosed }: Wish,
): Promise<void> {
  const word = obeyedAs ?? consentWordOf(body);
  const isOut = conversation.consent === 'opted_out';
  const move = (consent: ConsentMove['consent']) => {
    const reason = `wrote ${body.trim().slice(0, 50)}`;
    const told = { consent, actor: 'payer', reason, messageId: id, at };
    return moveConsent(tx, conversation, told);
  };
  // Who is out already, or in, is not told so again: two machines could go on like that for ever.
  const hasStopped = word === 'stop' && (await move('opted_out'));
  const starts = word === 'start' || (word === 'yes' && isOut);
  const hasStarted = starts && (await move('opted_in'));
  // Who was answered by the carrier is not answered again.
  if (obeyedAs) return;
  if (hasStopped) await answer(world, tx, conversation, 'stopped');
  // Who was closed promises no texts.
  if (hasStarted && !isClosed) await answer(world, tx, conversation, 'started');
  if (word === 'help') await answer(world, tx, conversation, 'help');
}

async function answer(
  world: World,
  tx: Sql,
  { businessId, phone, ownNumber }: Conversation,
  what: Parameters<typeof answerText>[0],
): Promise<void> {
  const face = await readFace(tx, businessId);
  if (!face) throw new Error('a business that does not exist');
  await queueTexts(world, tx, [
    { businessId, kind: 'answer', phone, ownNumber, body: answerText(what, face) },
  ]);
}
