import { addBankingDays } from '../ach/banking-days.ts';
import type { ReturnAddenda } from '../ach/nacha/file.ts';
import { type ReturnRule, returnRule } from '../ach/return-codes.ts';
import type { Sql } from '../base/sql.ts';
import { lockSubject } from '../followups/store.ts';
import type { World } from '../world.ts';
import type { Applied, Arrival } from './apply-entry.ts';
import { askAboutEntry } from './apply-question.ts';
import { returnDebit } from './apply-returned-debit.ts';
import {
  alikeEntries,
  returnCredit,
  returnDeposit,
  returnPrenote,
} from './apply-returned-other.ts';
import { disableToken } from './disable-token.ts';
import { type Entry, entryMayBecome } from './entry.ts';
import { lockEntry, moveEntry } from './store.ts';

/** What a return does to an entry, its payment, the books and the token: the policy of src/ach/return-codes.ts. */
export async function applyReturn(
  world: World,
  tx: Sql,
  arrival: Arrival,
  key: Entry,
  addenda: ReturnAddenda,
): Promise<Applied> {
  const { businessId, paymentId } = key;
  const subject = paymentId && (await lockSubject(tx, { businessId, id: paymentId }));
  const entry = await lockEntry(tx, key);
  if (!entry) throw new Error('an entry is gone');
  const rule = returnRule(addenda.code);
  const ask = (why: readonly string[], more = {}) =>
    askAboutEntry(world, tx, arrival, entry, { why, ...factsOf(rule, addenda), ...more });

  if (entry.returnCode === rule.code) return 'again';
  if (entry.returnCode !== undefined) {
    await ask([`it came back before, as ${entry.returnCode}`]);
    return 'stored';
  }
  if (rule.actions.includes('store')) {
    await ask(['a code that is kept and not booked']);
    return 'stored';
  }
  if (entry.state === 'filed') return 'not_yet';
  const to = entry.state === 'available' ? 'late_returned' : 'returned';
  if (!entryMayBecome(entry.state, to)) {
    return { stranger: `entry ${businessId}/${entry.id} is ${entry.state}` };
  }

  const change = { returnCode: rule.code, returnedAt: world.now(), nextAt: undefined };
  const returned = await moveEntry(tx, entry, to, change);
  if (!returned) throw new Error('a locked entry was moved by somebody else');
  if (rule.actions.includes('disable_token')) await disableToken(world, tx, returned, rule);
  const why = await followUp();
  if (rule.actions.includes('ask_person')) why.push(`nobody but a person decides on ${rule.code}`);
  if (isTooLate(rule, entry, arrival)) why.push('it came after the time within which it may');
  if (rule.group === 'formatting') warn(world, entry, rule);
  if (why.length === 0) return 'applied';
  await ask(why, rule.code === 'R24' ? { alike: await alikeEntries(tx, entry) } : {});
  return 'applied';

  /** Returns what a person must know besides. */
  async function followUp(): Promise<string[]> {
    if (entry!.kind === 'deposit') return await returnDeposit(world, tx, returned!, rule);
    if (entry!.kind === 'prenote') return await returnPrenote(tx, returned!, rule);
    if (!subject) throw new Error('an entry without its payment');
    if (entry!.kind === 'debit') return await returnDebit(world, tx, subject, entry!, rule);
    return await returnCredit(world, tx, subject, returned!, rule);
  }
}

function factsOf({ code, title }: ReturnRule, { dateOfDeath }: ReturnAddenda) {
  return { code, title, dateOfDeath: dateOfDeath?.toString() };
}

/** Judged by the day on which the bank made its file: that we read it late is no fault of theirs. */
function isTooLate({ window }: ReturnRule, { effectiveOn }: Entry, { madeOn }: Arrival): boolean {
  if (window === 'other' || !effectiveOn) return false;
  const { within, days } = window;
  const last =
    days === 'banking'
      ? addBankingDays(effectiveOn, within)
      : addBankingDays(effectiveOn.add({ days: within }), 1);
  return Temporal.PlainDate.compare(madeOn, last) > 0;
}

/** What we wrote was wrong: others may come back for the same reason. */
function warn({ log }: World, { businessId, paymentId }: Entry, { code, title }: ReturnRule): void {
  log.error('ach.entry_refused', { businessId, paymentId, code, reason: title });
}
