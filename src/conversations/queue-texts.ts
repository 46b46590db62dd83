import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import type { RetryKey } from '../payments/order.ts';
import type { World } from '../world.ts';
import { announce } from './announce.ts';
import { keptBody, sentBody } from './body.ts';
import { type Conversation, openConversations } from './conversation-store.ts';
import type { MessageKind, MessageState } from './message.ts';
import { findMade, forgetKeys, insertMessages, type NewMessage } from './message-store.ts';
import { findSender, type Sender } from './own-number.ts';
import { type Obstacle, obstacleOf, type Reach, readReach } from './reach.ts';
import { segmentsOf } from './segments.ts';

/** A text that somebody wants sent. */
export type Draft = {
  readonly businessId: bigint;
  readonly kind: MessageKind;
  readonly phone: string;
  /** The number that somebody wrote to, which answers; else the one that the business has now. */
  readonly ownNumber?: string | undefined;
  /** Whom it is about; the phone may be somebody else's. */
  readonly customerId?: bigint | undefined;
  /** With [PBTLINK] where the address of its pay link is to stand. */
  readonly body: string;
  readonly linkId?: bigint | undefined;
  /** What happened and is told with it: once, however often somebody asks. */
  readonly eventId?: string | undefined;
  readonly retryKey?: RetryKey | undefined;
  readonly notBefore?: Date | undefined;
};

export type Queued = {
  readonly id: bigint;
  /** `blocked` says in `errorCode` why it will not be sent. One that was there before may be further on. */
  readonly state: MessageState;
  readonly errorCode: string | undefined;
};

type Surroundings = Pick<World, 'ids' | 'now' | 'uuid' | 'vault' | 'config' | 'randomBytes'>;

const keepKeysMs = 30 * 24 * 3_600_000;

/**
 * The one way to make texts. The world has the clock of the business; the transaction is that of what they tell.
 * As many answers as drafts, in their order; for what is there already, as it is now.
 */
export async function queueTexts(
  world: Surroundings,
  tx: Sql,
  drafts: readonly Draft[],
): Promise<Queued[]> {
  const queued = new Map<Draft, Queued>();
  const groups = Map.groupBy(drafts, (one) => `${one.businessId} ${one.ownNumber ?? ''}`);
  for (const own of groups.values()) {
    const answers = await queueOf(world, tx, own[0]!, own);
    for (const [i, draft] of own.entries()) queued.set(draft, answers[i]!);
  }
  return drafts.map((draft) => queued.get(draft)!);
}

async function queueOf(
  world: Surroundings,
  tx: Sql,
  { businessId, ownNumber }: Pick<Draft, 'businessId' | 'ownNumber'>,
  drafts: readonly Draft[],
): Promise<Queued[]> {
  const at = world.now();
  const keys = drafts.flatMap(({ retryKey }) => retryKey?.key ?? []);
  if (keys.length > 0) {
    await forgetKeys(tx, businessId, keys, new Date(at.getTime() - keepKeysMs));
  }
  const found = await findSender(world, tx, businessId);
  const sender = { ...found, number: ownNumber ?? found.number };
  const conversations = await conversationsOf(world, tx, businessId, sender, drafts);
  const people = drafts.map(({ phone, customerId }) => {
    const { customerId: ownerId } = conversations.get(phone)!;
    return { phone, customerId: customerId ?? ownerId, ownerId };
  });
  const reach = await readReach(tx, businessId, people, at);
  const texts: Text[] = [];
  for (const [i, draft] of drafts.entries()) {
    const conversation = conversations.get(draft.phone)!;
    const id = await world.ids.next(businessId);
    texts.push(textOf(world, draft, { id, sender, conversation, reach: reach[i]!, at }));
  }
  const made = await insertMessages(
    tx,
    businessId,
    texts.map(({ message }) => message),
    at,
  );
  const told = texts.filter(({ message, obstacle }) => !obstacle && made.has(message.id));
  await announce(
    tx,
    businessId,
    told.map((text) => announcementOf(world, text)),
    at,
  );
  return await answersOf(world, tx, businessId, texts, made);
}

async function conversationsOf(
  world: Surroundings,
  tx: Sql,
  businessId: bigint,
  { number = '' }: Sender,
  drafts: readonly Draft[],
): Promise<Map<string, Conversation>> {
  const nextId = () => world.ids.next(businessId);
  const pairs = drafts.map(({ phone, customerId }) => ({ phone, customerId }));
  const at = world.now();
  return await openConversations(tx, { businessId, ownNumber: number }, pairs, { at, nextId });
}

type Text = {
  readonly draft: Draft;
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
  world: Surroundings,
  draft: Draft,
  { id, sender, conversation, reach, at }: About,
): Text {
  const { kind, phone, linkId, eventId, retryKey, notBefore = at, businessId } = draft;
  const obstacle = obstacleOf({ kind, phone, consent: conversation.consent, sender }, reach);
  const body = keptBody(draft.body);
  const waits = notBefore > at;
  const message: NewMessage = {
    id,
    conversationId: conversation.id,
    direction: 'out',
    kind,
    state: obstacle ? 'blocked' : waits ? 'scheduled' : 'queued',
    body,
    linkId,
    eventId,
    mediaCount: 0,
    idempotencyKey: retryKey?.key,
    requestFingerprint: retryKey && world.vault.fingerprint(retryKey.content),
    carrier: undefined,
    carrierId: undefined,
    segments: segmentsOf(sentBody(world, { businessId, body, linkId })),
    dueAt: obstacle ? undefined : waits ? notBefore : at,
    errorCode: obstacle,
    finishedAt: obstacle && at,
  };
  return { draft, message, conversation, reach, obstacle };
}

function announcementOf({ uuid }: Surroundings, { message, conversation, reach }: Text) {
  const { ownNumber: from, phone: to } = conversation;
  const { customerId: owner, externalId } = reach;
  const customerId = owner === undefined ? undefined : String(owner);
  return {
    eventId: uuid(),
    messageId: message.id,
    facts: { customerId, externalId, direction: 'out' as const, from, to, text: message.body },
  };
}

async function answersOf(
  { vault }: Surroundings,
  tx: Sql,
  businessId: bigint,
  texts: readonly Text[],
  made: ReadonlySet<bigint>,
): Promise<Queued[]> {
  const others = texts.filter(({ message }) => !made.has(message.id));
  const earlier =
    others.length > 0
      ? await findMade(
          tx,
          businessId,
          others.map(({ message }) => message),
        )
      : [];
  return texts.map(({ draft, message, obstacle }) => {
    if (made.has(message.id)) return { id: message.id, state: message.state, errorCode: obstacle };
    const found = earlier.find(
      (one) =>
        (draft.eventId !== undefined && one.eventId === draft.eventId) ||
        (draft.retryKey !== undefined && one.idempotencyKey === draft.retryKey.key),
    );
    if (!found) throw new Error('a text that was neither made nor there');
    if (draft.retryKey && found.idempotencyKey === draft.retryKey.key) {
      const { requestFingerprint: stored } = found;
      const isSame = stored && vault.sameFingerprint(stored, draft.retryKey.content);
      if (!isSame) throw new Refusal('idempotency_key_reused');
    }
    return { id: found.id, state: found.state, errorCode: found.errorCode };
  });
}
