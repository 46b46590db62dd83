import type { LookedUpTypes } from '../../parties/phones/look-up.ts';
import { type IdempotencyKey, oldestKey, refuseOther } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { announce, announceChanges, isOfTalk } from './announce.ts';
import { sentBody, storedBody } from './body.ts';
import { type Conversation, openConversations, recordAnswers } from './conversation-store.ts';
import type { MessageKind, MessageState } from './message.ts';
import {
  findMade,
  insertMessages,
  type MadeMessage,
  type NewMessage,
  releaseOldKeys,
} from './message-store.ts';
import { ownNumberOf, readSender, type Sender } from './own-number.ts';
import { type Obstacle, obstacleOf, type Reach, readReach, readTypes } from './reach.ts';
import { segmentsOf } from './segments.ts';

/** A text to be sent. */
export type TextDraft = {
  readonly businessId: bigint;
  readonly kind: MessageKind;
  readonly phone: string;
  /** The number to send from; by default the number of the business. */
  readonly ownNumber?: string | undefined;
  /** The customer it is about, who need not own the phone. */
  readonly customerId?: bigint | undefined;
  /** With [PBTLINK] in place of the address of its pay link. */
  readonly body: string;
  readonly linkId?: bigint | undefined;
  /** The page of a subscription, whose address stands where the body has [PBTPAGE]. */
  readonly pageId?: bigint | undefined;
  /** The event of which it notifies a person; one text for each event. */
  readonly eventId?: string | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  readonly notBefore?: Date | undefined;
  /** Its author; undefined: the service, by itself. */
  readonly actor?: string | undefined;
};

export type QueuedText = {
  readonly id: bigint;
  /** A text that was made before may be further on. */
  readonly state: MessageState;
  /** The reason of a `blocked` text. */
  readonly errorCode: string | undefined;
  /** False for a text that was made before. */
  readonly isNew: boolean;
};

type Context = Pick<World, 'ids' | 'now' | 'uuid' | 'vault' | 'site'>;

/**
 * Prepares texts to these phones, before the transaction that makes them: assigns a number to a sandbox business, and
 * reads the lookups of the phones.
 */
export async function prepareTexts(
  world: Pick<World, 'db' | 'vault' | 'now'>,
  businessId: bigint,
  phones: readonly string[],
): Promise<LookedUpTypes> {
  await ownNumberOf(world, businessId);
  return await readTypes(world, phones);
}

/**
 * The only way to make texts, in the transaction of their subject and by the clock of the business. Returns a text for
 * each draft, in their order; the earlier one for a repeated event or idempotency key. `types`: of `prepareTexts`.
 */
export async function queueTexts(
  world: Context,
  tx: Sql,
  drafts: readonly TextDraft[],
  types: LookedUpTypes,
): Promise<QueuedText[]> {
  const queued = new Map<TextDraft, QueuedText>();
  const groups = Map.groupBy(drafts, (one) => `${one.businessId} ${one.ownNumber ?? ''}`);
  for (const group of groups.values()) {
    for (const [draft, text] of await queueGroup(world, tx, group, types)) queued.set(draft, text);
  }
  return drafts.flatMap((draft) => queued.get(draft) ?? []);
}

/** Drafts of one business and number. */
async function queueGroup(
  world: Context,
  tx: Sql,
  drafts: readonly TextDraft[],
  types: LookedUpTypes,
): Promise<(readonly [TextDraft, QueuedText])[]> {
  const [first] = drafts;
  if (!first) return [];
  const { businessId, ownNumber } = first;
  const at = world.now();
  const keys = drafts.flatMap(({ idempotencyKey }) => idempotencyKey?.key ?? []);
  if (keys.length > 0) {
    await releaseOldKeys(tx, businessId, keys, oldestKey(at));
  }
  const found = await readSender(tx, businessId);
  const sender = { ...found, number: ownNumber ?? found.number };
  const addressed = await withConversations(world, tx, { ...sender, businessId }, drafts);
  const texts: Text[] = [];
  for (const [{ draft, conversation }, reach] of await readReach(
    tx,
    businessId,
    addressed,
    types,
  )) {
    const id = await world.ids.next(businessId);
    texts.push(textOf(world, draft, { id, sender, conversation, reach, at }));
  }
  const made = await insertMessages(
    tx,
    businessId,
    texts.map(({ message }) => message),
    at,
  );
  const answers = texts.filter((text) => made.has(text.message.id) && isAnswer(text));
  const answered = answers.map(({ conversation }) => conversation.id);
  await recordAnswers(tx, businessId, answered, at);
  await announce(
    tx,
    businessId,
    texts
      .filter(({ message, obstacle }) => !obstacle && made.has(message.id))
      .map((text) => announcementOf(world, text)),
    at,
  );
  const changes = texts.flatMap(({ message, conversation }) => {
    const { id: messageId, conversationId, kind } = message;
    if (!made.has(messageId) || !isOfTalk(kind)) return [];
    return [
      { conversationId, customerId: conversation.customerId, messageId, what: 'text' as const },
    ];
  });
  await announceChanges(world, tx, businessId, changes, at);
  return await queuedOf(world, tx, businessId, texts, made);
}

/** Each draft with its conversation, and whose reach decides whether it is sent. */
async function withConversations(
  world: Context,
  tx: Sql,
  { businessId, number = '' }: Sender & { readonly businessId: bigint },
  drafts: readonly TextDraft[],
) {
  const pairs = drafts.map(({ phone, customerId }) => ({ phone, customerId }));
  const nextId = () => world.ids.next(businessId);
  const key = { businessId, ownNumber: number };
  const opened = await openConversations(tx, key, pairs, { at: world.now(), nextId });
  return drafts.map((draft) => {
    const conversation = opened.get(draft.phone);
    if (!conversation) throw new Error('a phone without a conversation');
    const { phone, customerId: ownerId } = conversation;
    return { draft, conversation, phone, customerId: draft.customerId ?? ownerId, ownerId };
  });
}

type Text = {
  readonly draft: TextDraft;
  readonly message: NewMessage;
  readonly conversation: Conversation;
  readonly reach: Reach;
  readonly obstacle: Obstacle | undefined;
};

type About = Pick<Text, 'conversation' | 'reach'> & {
  readonly id: bigint;
  readonly sender: Sender;
  readonly at: Date;
};

function textOf(
  world: Context,
  draft: TextDraft,
  { id, sender, conversation, reach, at }: About,
): Text {
  const { kind, phone, linkId, pageId, eventId, idempotencyKey, businessId } = draft;
  const { notBefore = at } = draft;
  const obstacle = obstacleOf({ kind, phone, consent: conversation.consent, sender }, reach);
  const body = storedBody(draft.body);
  const waits = notBefore > at;
  const message: NewMessage = {
    id,
    conversationId: conversation.id,
    direction: 'out',
    kind,
    state: obstacle ? 'blocked' : waits ? 'scheduled' : 'queued',
    body,
    linkId,
    pageId,
    eventId,
    mediaCount: 0,
    idempotencyKey: idempotencyKey?.key,
    requestFingerprint: idempotencyKey && world.vault.fingerprint(idempotencyKey.content),
    segments: segmentsOf(sentBody(world, { businessId, body, linkId, pageId })),
    dueAt: obstacle ? undefined : waits ? notBefore : at,
    errorCode: obstacle,
    finishedAt: obstacle && at,
    actor: draft.actor,
  };
  return { draft, message, conversation, reach, obstacle };
}

/** True for an answer of a person or a program. Receipts, notices, automatic answers and texts for later are none. */
function isAnswer({ message: { kind, state } }: Text): boolean {
  return state === 'queued' && (kind === 'chat' || kind === 'pay_link');
}

function announcementOf({ uuid }: Context, { message, conversation, reach }: Text) {
  const { ownNumber: from, phone: to } = conversation;
  const { customerId: owner, externalId } = reach;
  const customerId = owner === undefined ? undefined : String(owner);
  return {
    eventId: uuid(),
    messageId: message.id,
    facts: { customerId, externalId, direction: 'out' as const, from, to, text: message.body },
  };
}

async function queuedOf(
  { vault }: Context,
  tx: Sql,
  businessId: bigint,
  texts: readonly Text[],
  made: ReadonlySet<bigint>,
): Promise<(readonly [TextDraft, QueuedText])[]> {
  const repeated = texts.flatMap(({ message }) => (made.has(message.id) ? [] : [message]));
  const earlier = repeated.length > 0 ? await findMade(tx, businessId, repeated) : [];
  return texts.map(({ draft, message: { id, state }, obstacle }) => {
    if (made.has(id)) return [draft, { id, state, errorCode: obstacle, isNew: true }] as const;
    const found = earlier.find((one) => isOfEvent(draft, one) || isOfKey(draft, one));
    if (!found) throw new Error('a text that was neither made nor there');
    if (draft.idempotencyKey && found.idempotencyKey === draft.idempotencyKey.key) {
      refuseOther({ vault }, found.requestFingerprint, draft.idempotencyKey.content);
    }
    const earlierText = { id: found.id, state: found.state, errorCode: found.errorCode };
    return [draft, { ...earlierText, isNew: false }] as const;
  });
}

function isOfEvent({ eventId }: TextDraft, earlier: MadeMessage): boolean {
  return eventId !== undefined && earlier.eventId === eventId;
}

function isOfKey({ idempotencyKey }: TextDraft, earlier: MadeMessage): boolean {
  return idempotencyKey !== undefined && earlier.idempotencyKey === idempotencyKey.key;
}
