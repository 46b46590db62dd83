import type { BusinessState } from '../../parties/businesses/business.ts';
import type { LookedUpTypes } from '../../parties/phones/look-up.ts';
import type { Database, Sql } from '../../runtime/sql.ts';
import { type DueBusiness, type DueText, type LeasedText, lockLeased } from './due-texts.ts';
import { countTexts } from './limits.ts';
import type { Verdict } from './message-moves.ts';
import { heldUntil } from './message-store.ts';
import { dayFor } from './quiet-hours.ts';
import { obstacleOf, type Reach, readReach } from './reach.ts';

type Moment = {
  readonly at: Date;
  /** The end of the lease of texts that are to be sent. */
  readonly until: Date;
  /** Undefined: no carrier is configured. */
  readonly carrier: string | undefined;
  readonly types: LookedUpTypes;
};

/** By text: undefined when it is counted, else when the limit may allow it. */
type Counts = ReadonlyMap<bigint, Date | undefined>;

export type Decided = { readonly text: DueText; readonly verdict: Verdict };

/** Decides about leased texts, in their order: consent and other facts may have changed since they were queued. */
export async function decideDue(
  tx: Sql,
  business: DueBusiness,
  leased: readonly LeasedText[],
  moment: Moment,
): Promise<Decided[]> {
  const { businessId } = business;
  const texts = await lockLeased(tx, businessId, leased, moment.at);
  const found = await readReach(tx, businessId, texts, moment.types);
  return found.map(([text, reach]) => ({
    text,
    verdict: verdictOf(business, text, reach, moment),
  }));
}

function verdictOf(
  { environment, limited, mayText }: DueBusiness,
  text: DueText,
  reach: Reach,
  moment: Moment,
): Verdict {
  const { at } = moment;
  const sender = { environment, mayText, number: text.ownNumber || undefined };
  const obstacle = obstacleOf({ ...text, sender }, reach);
  // Its owner died while sending: whether it was sent is unknown.
  if (text.state === 'sending') return ended(text, 'failed', 'outcome_unknown', at);
  if (obstacle) return ended(text, 'blocked', obstacle, at);
  if (text.moot) return ended(text, 'canceled', text.moot, at);
  const hold = text.asksForMoney && holds[text.businessState];
  if (hold) return hold(text, at);
  if (moment.carrier === undefined) return ended(text, 'failed', 'no_carrier', at);
  const day = limited ? dayFor(text, at) : at;
  return day > at ? later(text, day) : taken(text, moment);
}

/** Counts the texts that would be sent now. The counters are of all businesses, so this is a transaction of its own. */
export async function countJudged(
  db: Database,
  { businessId, environment }: DueBusiness,
  judged: readonly Decided[],
  at: Date,
): Promise<Counts> {
  const sandboxOf = environment === 'sandbox' ? businessId : undefined;
  const counted = judged.filter(isLimited).map(({ text }) => text);
  const phones = counted.map(({ phone }) => ({ sandboxOf, phone }));
  const allowedAt = await db.begin((tx) => countTexts(tx, phones, at));
  return new Map(counted.map(({ id }, i) => [id, allowedAt[i]]));
}

/** Texts over the limit wait. One that was not counted waits for the next sweep: a START came in between. */
export function withinLimits(judged: readonly Decided[], counts: Counts, at: Date): Decided[] {
  return judged.map((one) => {
    const { text } = one;
    if (!isLimited(one)) return one;
    const then = counts.has(text.id) ? counts.get(text.id) : at;
    return then ? { text, verdict: later(text, then) } : one;
  });
}

/** Retries were counted before, and answers to STOP and the like are not limited. */
function isLimited({ text, verdict }: Decided): boolean {
  return verdict.state === 'sending' && text.kind !== 'answer' && text.tries === 0;
}

/** Texts that ask for money, of a business that may take none. */
const holds: Partial<Readonly<Record<BusinessState, (text: DueText, at: Date) => Verdict>>> = {
  suspended: (text) => ({ ...later(text, heldUntil), errorCode: 'business_suspended' }),
  closed: (text, at) => ended(text, 'canceled', 'business_closed', at),
};

function taken({ id }: DueText, { at, until, carrier }: Moment): Verdict {
  return { id, state: 'sending', carrier, dueAt: until, sentAt: at };
}

function later({ id }: DueText, dueAt: Date): Verdict {
  return { id, state: 'scheduled', dueAt };
}

function ended(
  { id }: DueText,
  state: 'failed' | 'blocked' | 'canceled',
  errorCode: string,
  finishedAt: Date,
): Verdict {
  return { id, state, errorCode, finishedAt };
}
