import { dayMs, hourMs } from '../../kernel/duration.ts';
import type { Match } from '../../parties/businesses/change-state.ts';
import type { AccountCheck } from '../../ports/processors/account-check.ts';
import { recordAct } from '../../records/audit-log.ts';
import { moveJob } from '../../runtime/jobs.ts';
import type { World } from '../../world.ts';
import {
  type Account,
  accounts,
  openedOrClosed,
  readAccount,
  recordCheck,
  resumeAccount,
  stopAccount,
} from './account.ts';

const accountNames = accounts.pick('businessId', 'name');

/**
 * Every day: whether the gateway still takes the key, and whether the account still moves money where it should and
 * none where it should not. A live account in test mode approves everything and earns nothing. One that is stopped
 * waits for a person.
 */
export async function checkDaily(
  world: World,
  businessId: bigint,
  name: string,
): Promise<Date | undefined> {
  const account = await readAccount(world.db, { businessId, name });
  if (!account) return undefined;
  const isActive = account.state === 'active';
  if (isActive) await checkAccount(world, account, { actor: 'system', resumes: false });
  return new Date(world.now().getTime() + dayMs);
}

/**
 * Schedules a check of every active account when a process starts: a key changed while it was down is not trusted for
 * the rest of the day. Skips accounts checked within the hour, so that a process that keeps restarting does not keep
 * asking. Scope: all; the check itself is a job of its business.
 */
export async function checkSoon({ db, now }: World): Promise<void> {
  const runAt = now();
  const unchecked = await accountNames.read(
    db,
    `select ${accountNames.columns} from processor_accounts where state = 'active' and checked_at < $1`,
    [new Date(runAt.getTime() - hourMs)],
  );
  for (const { businessId, name: key } of unchecked)
    await moveJob(db, { businessId, kind: 'processor_account.check', key, runAt });
}

/** Undefined: the gateway gave no answer, so nothing changes. */
type Checked = { readonly isGood: boolean | undefined; readonly says: string };

/**
 * Asks the gateway about an account. A flaw stops the account. With `resumes`, an account without a flaw starts again.
 */
export async function checkAccount(
  world: World,
  account: Account,
  { actor, resumes }: { readonly actor: string; readonly resumes: boolean },
): Promise<Checked> {
  const { environment } = account;
  const opened = await openedOrClosed(world, account);
  const found = await opened.check();
  if (found.outcome === 'unknown') return { isGood: undefined, says: found.reason };
  const flaw = flawOf(found, environment);
  if (flaw !== undefined) {
    await stop(world, account, { actor, because: flaw });
    return { isGood: false, says: flaw };
  }
  await recordCheck(world.db, account, world.now());
  if (resumes) await resume(world, account, actor);
  return { isGood: true, says: hidesMode(found) ? `${takes} ${modeHidden}` : takes };
}

function hidesMode(found: AccountCheck): boolean {
  return found.outcome === 'good' && found.isTestMode === undefined;
}

const takes = 'The gateway takes the key.';
const modeHidden = 'It does not tell whether the account moves money: its portal does.';

/** The reason to stop the account; undefined: the account is good. */
export function flawOf(
  found: Exclude<AccountCheck, { outcome: 'unknown' }>,
  environment: Account['environment'],
): string | undefined {
  if (found.outcome === 'refused') return `The gateway refuses the key: ${found.message}`;
  if (environment === 'live' && found.isTestMode) {
    return 'The account is in test mode: it would approve payments and take no money.';
  }
  if (environment === 'sandbox' && found.isTestMode === false) {
    return 'The account is not in test mode: it would take money for payments of a sandbox.';
  }
  return undefined;
}

/** Stops requests that move money to the account, and reports it to the operator. */
export async function stop(
  world: World,
  { businessId, name, processor, keyNumber }: Account,
  {
    actor,
    because,
    match,
  }: { readonly actor: string; readonly because: string; readonly match?: Match },
): Promise<void> {
  const isNews = await world.db.begin(async (tx) => {
    await match?.(tx);
    if (!(await stopAccount(tx, { businessId, name, keyNumber }, because))) return false;
    const object = `processor_account:${name}`;
    const facts = { processor, because };
    const act = 'processor_account.stopped';
    await recordAct(tx, { businessId, actor, act, object, facts, at: world.now() });
    return true;
  });
  if (isNews) world.log.error('processor.stopped', { businessId, processor, reason: because });
}

async function resume(world: World, account: Account, actor: string): Promise<void> {
  const { businessId, name, processor } = account;
  await world.db.begin(async (tx) => {
    if (!(await resumeAccount(tx, account))) return;
    const object = `processor_account:${name}`;
    const act = 'processor_account.resumed';
    await recordAct(tx, { businessId, actor, act, object, facts: { processor }, at: world.now() });
  });
}
