import { int4, int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type NewRowOf, type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { announceChanges } from './announce.ts';
import { type Conversation, conversations } from './conversation-store.ts';
import { type MessageKey, messages } from './message.ts';

/** Every change of consent, and its reason. */
const moves = table('consent_moves', {
  businessId: int8,
  conversationId: int8,
  n: int4,
  consent: oneOf(['opted_in', 'opted_out']),
  actor: text,
  reason: text,
  /** The text that the person wrote, or that a carrier refused because of an opt-out. */
  messageId: optional(int8),
  movedAt: timestamptz,
});

const newMoves = moves.omit('n');
const written = newMoves.set();

export type ConsentMove = Omit<NewRowOf<typeof newMoves>, 'businessId' | 'conversationId'>;

/** The conversation is locked. False: nothing changed, and nothing is written. */
export async function moveConsent(
  world: Pick<World, 'uuid'>,
  tx: Sql,
  { businessId, id, consent: before }: Pick<Conversation, 'businessId' | 'id' | 'consent'>,
  move: ConsentMove,
): Promise<boolean> {
  if (before === move.consent) return false;
  await tx.query(
    `with moved as (
       insert into consent_moves (n, ${newMoves.names})
       select (
           select coalesce(max(n), 0) + 1 from consent_moves
           where business_id = r.business_id and conversation_id = r.conversation_id
         ), ${newMoves.names}
       from ${written.sql}
       returning business_id, conversation_id, consent
     )
     update conversations c set consent = moved.consent
     from moved where c.business_id = moved.business_id and c.id = moved.conversation_id`,
    written.encode([{ ...move, businessId, conversationId: id }]),
  );
  const { messageId, movedAt } = move;
  const change = {
    conversationId: id,
    messageId: messageId ?? undefined,
    what: 'consent',
  } as const;
  await announceChanges(world, tx, businessId, [change], movedAt);
  return true;
}

const shownMoves = moves.omit('businessId', 'conversationId');

/** The history of consent, from the first change on. */
export async function readMoves(
  sql: Sql,
  { businessId, id }: Pick<Conversation, 'businessId' | 'id'>,
): Promise<RowOf<typeof shownMoves>[]> {
  return await shownMoves.read(
    sql,
    `select ${shownMoves.columns} from consent_moves
     where business_id = $1 and conversation_id = $2 order by n`,
    [businessId, id],
  );
}

/** The error code of a text that a carrier refused because the person had opted out there. */
export const optedOut = 'opted_out';

const pairs = conversations.pick('id', 'consent');
const refused = pairs.with(messages.pick('sentAt').fields);

/** Withdraws consent, in the transaction that ends the refused text. */
export async function recordOptOut(
  world: Pick<World, 'uuid'>,
  tx: Sql,
  { businessId, id: messageId }: MessageKey,
  at: Date,
): Promise<void> {
  const found = await refused.readOne(
    tx,
    `select ${pairs.of('c')}, m.sent_at as "sentAt"
     from messages m
     join conversations c on c.business_id = m.business_id and c.id = m.conversation_id
     where m.business_id = $1 and m.id = $2
     for update of c`,
    [businessId, messageId],
  );
  if (!found) throw new Error('a text without a conversation');
  const { id, consent, sentAt } = found;
  const last = (await readMoves(tx, { businessId, id })).at(-1);
  // Consent that changed after this text was sent is newer than the carrier's report.
  if (last && sentAt && last.movedAt > sentAt) return;
  const reason = 'refused a text: its reader had opted out';
  const move = { consent: optedOut, actor: 'carrier', reason, messageId, movedAt: at } as const;
  await moveConsent(world, tx, { businessId, id, consent }, move);
}

export type ConsentWord = 'stop' | 'start' | 'yes' | 'help';

/** The words that change consent: the whole of a text, in any letter case, with any signs around it. */
export const consentWords: Readonly<Record<ConsentWord, readonly string[]>> = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'],
  start: ['START', 'UNSTOP'],
  /** Counts only after an opt-out: people also write it for other reasons. */
  yes: ['YES'],
  help: ['HELP', 'INFO'],
};

const wordsOf = ['stop', 'start', 'yes', 'help'] as const satisfies ConsentWord[];
const meanings: ReadonlyMap<string, ConsentWord> = new Map(
  wordsOf.flatMap((meaning) => consentWords[meaning].map((word) => [word, meaning] as const)),
);

/** Undefined for any other text. `Stop!`, `opt-out` and ` STOP ALL ` count. */
export function consentWordOf(body: string): ConsentWord | undefined {
  if (body.length > 100) return undefined;
  const letters = body
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return meanings.get(letters);
}
