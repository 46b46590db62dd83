import type { Sql } from '../base/sql.ts';
import type { BusinessState } from '../businesses/business.ts';
import { heldUntil } from './held.ts';
import { countTexts } from './limits.ts';
import { dayFor } from './quiet-hours.ts';
import { obstacleOf, readReach } from './reach.ts';
import type { DueBusiness, DueText, Fate } from './send-store.ts';

type Moment = {
  readonly at: Date;
  /** How long whoever sends them may take. */
  readonly until: Date;
  /** Undefined: nobody is set up to send anything. */
  readonly carrier: string | undefined;
};

/**
 * What becomes of texts that are due, in their order: what held when they were made may hold no longer. Those that
 * are to be sent now are counted, where limits hold.
 */
export async function judgeDue(
  tx: Sql,
  business: DueBusiness,
  texts: readonly DueText[],
  moment: Moment,
): Promise<Fate[]> {
  const { at } = moment;
  const reach = await readReach(tx, business.businessId, texts, at);
  const fates = texts.map((text, i) => {
    const { environment, limited } = business;
    const sender = { environment, number: text.ownNumber || undefined };
    const obstacle = obstacleOf({ ...text, sender }, reach[i]!);
    // Somebody died over it, and nobody knows whether it went out.
    if (text.state === 'sending') return ended(text, 'failed', 'outcome_unknown', at);
    if (obstacle) return ended(text, 'blocked', obstacle, at);
    if (text.moot) return ended(text, 'canceled', text.moot, at);
    const hold = text.asksForMoney && holds[text.businessState];
    if (hold) return hold(text, at);
    if (moment.carrier === undefined) return ended(text, 'failed', 'no_carrier', at);
    const day = limited ? dayFor(text, at) : at;
    return day > at ? later(text, day) : taken(text, moment);
  });
  return business.limited ? await limit(tx, business, texts, fates, at) : fates;
}

/** What is tried again has its place already, and answers are owed. */
async function limit(
  tx: Sql,
  { businessId, environment }: DueBusiness,
  texts: readonly DueText[],
  fates: readonly Fate[],
  at: Date,
): Promise<Fate[]> {
  const counted = texts.filter(({ kind, tries }, i) => {
    return fates[i]!.state === 'sending' && kind !== 'answer' && tries === 0;
  });
  const sandboxOf = environment === 'sandbox' ? businessId : undefined;
  const wishes = counted.map(({ phone }) => ({ sandboxOf, phone }));
  const waits = await countTexts(tx, wishes, at);
  const roomAt = new Map(counted.map(({ id }, i) => [id, waits[i]]));
  return texts.map((text, i) => {
    const then = roomAt.get(text.id);
    return then ? later(text, then) : fates[i]!;
  });
}

/** What asks for money in the name of a business that may take none. */
const holds: Partial<Readonly<Record<BusinessState, (text: DueText, at: Date) => Fate>>> = {
  suspended: (text) => ({ ...later(text, heldUntil), errorCode: 'business_suspended' }),
  closed: (text, at) => ended(text, 'canceled', 'business_closed', at),
};

const nothing = { errorCode: undefined, carrier: undefined, sentAt: undefined };

function taken({ id }: DueText, { at, until, carrier }: Moment): Fate {
  const fate = { ...nothing, id, carrier, finishedAt: undefined };
  return { ...fate, state: 'sending', dueAt: until, sentAt: at };
}

function later({ id }: DueText, dueAt: Date): Fate {
  return { ...nothing, id, state: 'scheduled', dueAt, finishedAt: undefined };
}

function ended(
  { id }: DueText,
  state: 'failed' | 'blocked' | 'canceled',
  errorCode: string,
  finishedAt: Date,
): Fate {
  return { ...nothing, id, state, errorCode, dueAt: undefined, finishedAt };
}
