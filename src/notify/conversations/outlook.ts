import { findByPhone } from '../../parties/customers/by-phone.ts';
import type { LookedUpTypes } from '../../parties/phones/look-up.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { readMoves } from './consent.ts';
import { type Consent, type Conversation, conversations } from './conversation-store.ts';
import { type Allowance, readAllowance } from './limits.ts';
import type { MessageKind } from './message.ts';
import { readSender, type Sender } from './own-number.ts';
import { dayFor } from './quiet-hours.ts';
import { type Obstacle, obstacleOf, readReach } from './reach.ts';

/** Predicts the outcome of a text that is written now. It is decided again when the text is sent. */
export type Outlook = {
  readonly fate: Fate;
  readonly consent: Consent;
  /** The last change of consent. */
  readonly move: Awaited<ReturnType<typeof readMoves>>[number] | undefined;
  /** Undefined: no limits, or none that the business may know. */
  readonly allowance: Allowance | undefined;
};

type Fate =
  | { readonly state: 'queued' }
  | { readonly state: 'scheduled'; readonly sendsAt: Date; readonly reason: WaitReason }
  | { readonly state: 'blocked'; readonly errorCode: Obstacle }
  | { readonly state: 'failed'; readonly errorCode: 'no_carrier' };
type WaitReason = 'quiet_hours' | 'hour_limit' | 'day_limit';

type Wanted = { readonly phone: string; readonly kind: MessageKind };

/** Writes nothing. Not in a transaction: the counters are of all businesses. `types`: of `readTypes`. */
export async function readOutlook(
  { db: sql, now, carriers }: Pick<World, 'db' | 'now' | 'carriers'>,
  businessId: bigint,
  { phone, kind }: Wanted,
  types: LookedUpTypes,
): Promise<Outlook> {
  const found = await readSender(sql, businessId);
  const sender = { ...found, number: numberOf(found) };
  const conversation = await readPair(sql, businessId, sender.number ?? '', phone);
  const { consent = 'none', heardAt } = conversation ?? {};
  const move = conversation && (await readMoves(sql, conversation)).at(-1);
  const customerId =
    (await findByPhone(sql, businessId, phone)) ?? conversation?.customerId ?? undefined;
  const [[, reach] = []] = await readReach(sql, businessId, [{ phone, customerId }], types);
  const at = now();
  const { environment, limited } = sender;
  // Live numbers are counted over all businesses: what others sent is told only to those who write with the phone, too.
  const isTold = limited && (environment === 'sandbox' || conversation !== undefined);
  const sandboxOf = environment === 'sandbox' ? businessId : undefined;
  const allowance = isTold ? await readAllowance(sql, { sandboxOf, phone }, at) : undefined;
  const obstacle = reach && obstacleOf({ kind, phone, consent, sender }, reach);
  const told = { consent, move, allowance };
  if (obstacle) return { ...told, fate: { state: 'blocked', errorCode: obstacle } };
  if (!carriers.texts[environment])
    return { ...told, fate: { state: 'failed', errorCode: 'no_carrier' } };
  if (!limited) return { ...told, fate: { state: 'queued' } };
  return { ...told, fate: fateOf({ kind, phone, heardAt }, at, allowance) };
}

/** A sandbox business gets its number before its first text. */
function numberOf({ number, environment }: Sender): string | undefined {
  return number ?? (environment === 'sandbox' ? '' : undefined);
}

async function readPair(
  sql: Sql,
  businessId: bigint,
  ownNumber: string,
  phone: string,
): Promise<Conversation | undefined> {
  return await conversations.readOne(
    sql,
    `select ${conversations.columns} from conversations
     where business_id = $1 and own_number = $2 and phone = $3`,
    [businessId, ownNumber, phone],
  );
}

function fateOf(
  text: Parameters<typeof dayFor>[0],
  at: Date,
  allowance: Allowance | undefined,
): Fate {
  const day = dayFor(text, at);
  if (day > at) return { state: 'scheduled', sendsAt: day, reason: 'quiet_hours' };
  const { next } = allowance ?? {};
  if (!next) return { state: 'queued' };
  return { state: 'scheduled', sendsAt: dayFor(text, next.at), reason: next.limit };
}
