import { addBankingDays } from '../../kernel/banking-days.ts';
import { lockSubject, type Subject } from '../../payments/follow-ups/subject.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Entry, type EntryKey, entryMayBecome, isMicro } from '../entry.ts';
import { moveEntry } from '../entry-moves.ts';
import { lockEntry, readEntry } from '../entry-store.ts';
import type { ReturnAddenda } from '../nacha/file.ts';
import { type ReturnRule, returnRule } from '../return-codes.ts';
import { endReturned } from '../validation/end.ts';
import { recordAnswer } from './answers.ts';
import { openEntryCase } from './apply-case.ts';
import type { Applied, Arrival } from './apply-entry.ts';
import { returnDebit } from './apply-returned-debit.ts';
import {
  alikeEntries,
  returnCredit,
  returnMicro,
  returnPayout,
  returnPrenote,
} from './apply-returned-other.ts';
import { disableToken } from './disable-token.ts';

/**
 * Applies a return to an entry, its payment, the ledger and the token, by the policy of src/ach/return-codes.ts. A
 * return that a person decided is booked whatever the code, and opens no second case.
 */
export async function applyReturn(
  world: World,
  tx: Sql,
  arrival: Arrival,
  key: EntryKey,
  addenda: Told,
): Promise<Applied> {
  const { entry, subject } = await lockBoth(tx, key);
  const applied = await book(world, tx, arrival, { entry, subject, addenda });
  if (applied === 'applied' || applied === 'stored') {
    const { code } = addenda;
    const isApplied = applied === 'applied';
    await recordAnswer(world, tx, arrival, entry, { kind: 'return', code, isApplied });
  }
  return applied;
}

type Locked = {
  readonly entry: Entry;
  readonly subject: Subject | undefined;
  readonly addenda: Told;
};

async function book(
  world: World,
  tx: Sql,
  arrival: Arrival,
  { entry, subject, addenda }: Locked,
): Promise<Applied> {
  const rule = returnRule(addenda.code);
  const ask = (why: readonly string[], more = {}) =>
    openEntryCase(world, tx, arrival, entry, { why, ...factsOf(rule, addenda), ...more });

  if (entry.returnCode === rule.code) return 'again';
  if (entry.returnCode !== undefined) {
    await ask([`it came back before, as ${entry.returnCode}`]);
    return 'stored';
  }
  if (rule.actions.includes('store') && !arrival.isDecided) {
    await ask(['a code that is kept and not booked']);
    return 'stored';
  }
  if (entry.state === 'filed') return 'not_yet';
  const to = entry.state === 'available' ? 'late_returned' : 'returned';
  if (!entryMayBecome(entry.state, to)) {
    return { stranger: `entry ${entry.businessId}/${entry.id} is ${entry.state}` };
  }

  const change = { returnCode: rule.code, returnedAt: world.now(), nextAt: undefined };
  const returned = await moveEntry(tx, entry, to, change);
  if (!returned) throw new Error('a locked entry was moved by somebody else');
  await endReturned(world, tx, returned, rule);
  // An account whose trial came back is not debited, whatever the reason.
  const isTrial = entry.kind === 'prenote' || entry.kind === 'micro_credit';
  if (rule.actions.includes('disable_token') || isTrial) {
    await disableToken(world, tx, returned, rule);
  }
  const why = await follow(world, tx, entry, subject, rule);
  if (rule.group === 'formatting') warn(world, entry, rule);
  if (!arrival.isDecided) why.push(...doubts(rule, entry, arrival));
  if (why.length === 0) return 'applied';
  await ask(why, rule.code === 'R24' ? { alike: await alikeEntries(tx, entry) } : {});
  return 'applied';
}

/** The payment first, as everybody does who needs both. */
async function lockBoth(
  tx: Sql,
  key: EntryKey,
): Promise<{ entry: Entry; subject: Subject | undefined }> {
  const found = await readEntry(tx, key);
  const id = found?.paymentId;
  const subject = id === undefined ? undefined : await lockSubject(tx, { ...key, id });
  const entry = await lockEntry(tx, key);
  if (!entry) throw new Error('an entry is gone');
  return { entry, subject };
}

/** The other consequences of a return for an entry of this kind. Returns the facts that a person must know. */
async function follow(
  world: World,
  tx: Sql,
  entry: Entry,
  subject: Subject | undefined,
  rule: ReturnRule,
): Promise<string[]> {
  if (entry.kind === 'deposit') return await returnPayout(world, tx, entry, rule);
  if (entry.kind === 'prenote') return await returnPrenote(tx, entry, rule);
  if (isMicro(entry)) return await returnMicro(world, tx, entry);
  if (!subject) throw new Error('an entry without its payment');
  const back = entry.kind === 'debit' ? returnDebit : returnCredit;
  return await back(world, tx, subject, entry, rule);
}

function doubts(rule: ReturnRule, entry: Entry, arrival: Arrival): string[] {
  const why = [];
  if (rule.actions.includes('ask_person')) why.push(`nobody but a person decides on ${rule.code}`);
  if (isTooLate(rule, entry, arrival)) why.push('it came after the time within which it may');
  return why;
}

type Told = Pick<ReturnAddenda, 'code' | 'dateOfDeath'>;

function factsOf({ code, title }: ReturnRule, { dateOfDeath }: Told) {
  return { code, title, dateOfDeath: dateOfDeath?.toString() };
}

/** Judged by the day on which the bank made its file: that we read it late is no fault of theirs. */
function isTooLate({ window }: ReturnRule, { effectiveOn }: Entry, { madeOn }: Arrival): boolean {
  if (window === 'other' || !effectiveOn) return false;
  const { within, days } = window;
  const from = Temporal.PlainDate.from(effectiveOn);
  const last =
    days === 'banking'
      ? addBankingDays(from, within)
      : addBankingDays(from.add({ days: within }), 1);
  return Temporal.PlainDate.compare(madeOn, last) > 0;
}

/** Our entry was wrong: others may come back for the same reason. */
function warn({ log }: World, { businessId, paymentId }: Entry, { code, title }: ReturnRule): void {
  log.error('ach.entry_refused', { businessId, paymentId, code, reason: title });
}
