import type { Business } from '../../parties/businesses/business.ts';
import { ownerOfNumber } from '../../parties/businesses/claims.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { type PublicProfile, readFace } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { readContacts } from '../../parties/customers/store.ts';
import type { LookedUpTypes } from '../../parties/phones/look-up.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { announce, announceChanges } from './announce.ts';
import { receivedBody } from './body.ts';
import { type ConsentMove, type ConsentWord, consentWordOf, moveConsent } from './consent.ts';
import { type Conversation, openConversations, recordInbound } from './conversation-store.ts';
import { findCarried, insertMessages, type NewMessage } from './message-store.ts';
import { queueTexts } from './queue-texts.ts';
import { readTypes } from './reach.ts';
import { segmentsOf } from './segments.ts';

/** An incoming text. */
export type Received = {
  /** Ten digits each. */
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly mediaCount: number;
  readonly carrier: string;
  /** Its id at the carrier: a text that is reported twice is stored once. */
  readonly carrierId: string;
  /** The consent word that the carrier has acted upon and answered itself. */
  readonly handledAs?: ConsentWord | undefined;
};

export type StoredText = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly isNew: boolean;
};

const tenDigits = /^\d{10}$/;

/** Stores an incoming text, once, and acts upon its consent word. Undefined: not a number of ours, or no answerable sender. */
export async function receiveText(
  world: World,
  received: Received,
): Promise<StoredText | undefined> {
  if (!tenDigits.test(received.from)) return undefined;
  const businessId = await ownerOfNumber(world.db, received.to);
  const business = businessId === undefined ? undefined : await readBusiness(world.db, businessId);
  if (!business) return undefined;
  const own = atClockOf(world, business);
  const types = await readTypes(own, [received.from]);
  return await own.db.begin((tx) => store(own, tx, business, { ...received, types }));
}

async function store(
  world: World,
  tx: Sql,
  { id: businessId, state, services }: Business,
  received: Received & { readonly types: LookedUpTypes },
): Promise<StoredText> {
  const { to, from, mediaCount, carrier, carrierId } = received;
  const at = world.now();
  const opened = await openConversations(
    tx,
    { businessId, ownNumber: to },
    [{ phone: from, customerId: undefined }],
    { at, nextId: () => world.ids.next(businessId) },
  );
  const conversation = opened.get(from);
  if (!conversation) throw new Error('a phone without a conversation');
  const id = await world.ids.next(businessId);
  const body = receivedBody(received.body);
  const message: NewMessage = {
    id,
    conversationId: conversation.id,
    direction: 'in',
    kind: 'chat',
    state: 'received',
    body,
    mediaCount,
    carrier,
    carrierId,
    segments: segmentsOf(body),
    finishedAt: at,
  };
  const made = await insertMessages(tx, businessId, [message], at);
  if (!made.has(id)) {
    const earlier = await findCarried(tx, businessId, received);
    if (earlier === undefined) throw new Error('a text that was neither stored nor there');
    return { businessId, id: earlier, isNew: false };
  }
  const word = received.handledAs ?? consentWordOf(body);
  await recordInbound(tx, conversation, { at, waits: word !== 'stop' && word !== 'start' });
  const { customerId } = conversation;
  const change = {
    conversationId: conversation.id,
    customerId,
    messageId: id,
    what: 'text',
  } as const;
  await announceChanges(world, tx, businessId, [change], at);
  // Without messaging no person reads it; its consent word counts all the same.
  if (hasService({ services }, 'messaging')) {
    await announceText(world, tx, conversation, { id, body, mediaCount, at });
  }
  const { handledAs, types } = received;
  const isClosed = state === 'closed';
  await actUpon(world, tx, conversation, { id, body, at, handledAs, types, isClosed });
  return { businessId, id, isNew: true };
}

type Message = { readonly id: bigint; readonly body: string; readonly at: Date };

async function announceText(
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

type IncomingText = Message &
  Pick<Received, 'handledAs'> & {
    /** True when the business is closed. */
    readonly isClosed: boolean;
    readonly types: LookedUpTypes;
  };

/** Changes consent and answers, where the text is a consent word. */
async function actUpon(
  world: World,
  tx: Sql,
  conversation: Conversation,
  { id, body, at, handledAs, types, isClosed }: IncomingText,
): Promise<void> {
  const word = handledAs ?? consentWordOf(body);
  const isOut = conversation.consent === 'opted_out';
  const answer = (kind: Answer) => sendAnswer(world, tx, conversation, kind, types);
  const move = (consent: ConsentMove['consent']) => {
    const reason = `wrote ${body.trim().slice(0, 50)}`;
    return moveConsent(world, tx, conversation, {
      consent,
      actor: 'payer',
      reason,
      messageId: id,
      movedAt: at,
    });
  };
  // Only a change is answered: two machines could answer each other for ever.
  const hasStopped = word === 'stop' && (await move('opted_out'));
  const starts = word === 'start' || (word === 'yes' && isOut);
  const hasStarted = starts && (await move('opted_in'));
  // The carrier has answered already.
  if (handledAs) return;
  if (hasStopped) await answer('stopped');
  // A closed business promises no texts.
  if (hasStarted && !isClosed) await answer('started');
  if (word === 'help') await answer('help');
}

async function sendAnswer(
  world: World,
  tx: Sql,
  { businessId, phone, ownNumber }: Conversation,
  answer: Answer,
  types: LookedUpTypes,
): Promise<void> {
  const face = await readFace(tx, businessId);
  if (!face) throw new Error('a business that does not exist');
  const body = answerText(answer, face);
  await queueTexts(world, tx, [{ businessId, kind: 'answer', phone, ownNumber, body }], types);
}

type Answer = 'stopped' | 'started' | 'help';

/** Carriers require the name of the business, the new state of consent, and the way to change it. */
function answerText(
  answer: Answer,
  { name, phone }: Pick<PublicProfile, 'name' | 'phone'>,
): string {
  switch (answer) {
    case 'stopped':
      return `${name}: You will get no more texts from us. Reply START to get them again.`;
    case 'started':
      return `${name}: You will get texts from us again. Reply HELP for help, STOP to end them.`;
    case 'help':
      return `${name}: ${callUs(phone)}Reply STOP to get no more texts. Message and data rates may apply.`;
  }
}

function callUs(phone: string): string {
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area ? `For help call (${area}) ${exchange}-${line}. ` : '';
}
