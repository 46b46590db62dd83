import { dayMs } from '../../kernel/duration.ts';
import type { Progress } from '../../kernel/progress.ts';
import { type Account, accounts } from '../../payments/accounts/account.ts';
import { processorOf } from '../../payments/accounts/open-account.ts';
import { clocksApartMs } from '../../ports/processors/clocks.ts';
import type { Sql } from '../../runtime/sql.ts';
import { readReportMark } from '../../settlement/report-mark.ts';
import type { World } from '../../world.ts';
import { readBookedBatches } from './booked-batches.ts';
import type { Finding } from './finding.ts';
import { type BatchesRead, compareBatches } from './gateway-batches.ts';
import type { Reading } from './gateway-reading.ts';
import { compareRows, daysOf, type RowsRead } from './gateway-rows.ts';

/** One account holds up the others for no longer. */
const longestMs = 15 * 60_000;
/** Per account. If nothing agrees, the first findings show it. */
const mostFindings = 1000;

/**
 * The result of the comparison with an account at a gateway: its span, and the reason if something could not be
 * compared.
 */
export type AccountRead = {
  readonly account: Account;
  /** The end of the gateway's reports that the service itself has read. */
  readonly reportedUntil: Date | undefined;
  readonly differences: number;
  /** `unread`: why nothing could be compared. */
  readonly read:
    | ({ readonly of: 'rows' } & RowsRead)
    | ({ readonly of: 'batches' } & BatchesRead)
    | { readonly of: 'nothing'; readonly stopped: string };
};

type Options = {
  /** How many days are read again. */
  readonly days: number;
  readonly progress: Progress;
  readonly note: (account: AccountRead) => void;
};

/**
 * Asks the gateway of each account again for its settlements, and compares them with the books: rows if it reports
 * rows, batches if we close them. One account at a time and one request at a time, within the limits of each gateway;
 * nothing is written. Scope: all.
 */
export async function* compareAccounts(
  world: World,
  { days, progress, note }: Options,
): AsyncGenerator<Finding> {
  for (const account of await allAccounts(world.db)) {
    progress.part(`${account.businessId}/${account.name}`);
    const counted = countUpTo(daysToRead(account, world.now(), days), progress);
    let differences = 0;
    const findings = compareAccount(world, account, { days, progress: counted });
    for (;;) {
      const { value, done } = await findings.next();
      if (done) {
        note({ account, differences, ...value });
        counted.end();
        break;
      }
      differences += 1;
      if (differences <= mostFindings) yield value;
      if (differences === mostFindings)
        yield {
          rule: value.rule,
          businessId: account.businessId,
          says: 'there are more of this account than are listed',
        };
    }
  }
}

/** The days that are to be read. */
export async function countDays({ db, now }: World, days: number): Promise<number> {
  const all = await allAccounts(db);
  return all.reduce((sum, one) => sum + daysToRead(one, now(), days), 0);
}

function daysToRead(account: Account, now: Date, days: number): number {
  return daysOf(now.getTime() - sinceOf(account, now, days).getTime());
}

/** Batches are counted as days, and fewer may be read than announced: the end reports the announced number. */
function countUpTo(work: number, progress: Progress): Progress & { end(): void } {
  let done = 0;
  const did = (count: number) => {
    const more = Math.min(count, work - done);
    done += more;
    progress.did(more);
  };
  return { ...progress, did, end: () => did(work) };
}

type Compared = Pick<AccountRead, 'reportedUntil' | 'read'>;

async function* compareAccount(
  world: World,
  account: Account,
  { days, progress }: Pick<Options, 'days' | 'progress'>,
): AsyncGenerator<Finding, Compared> {
  const { businessId, name, currency } = account;
  const open = { businessId, processor: name, currency };
  // Before the mark: everything booked by then was reported by then.
  const batches = await readBookedBatches(world.db, open);
  const mark = await readReportMark(world.db, open);
  const { reportedUntil } = mark;
  const processor = await processorOf(world, open);
  const now = world.now();
  const shownUntil = now.getTime() - processor.can.visibilityDelaySeconds * 1000 - clocksApartMs;
  const until = reportedUntil ?? new Date(shownUntil);
  const since = sinceOf(account, until, days);
  const reading: Reading = { since, until, endsAt: new Date(now.getTime() + longestMs), progress };
  if (processor.can.batches === 'manual') {
    const read = yield* compareBatches(world, batches, reading);
    return { reportedUntil, read: { of: 'batches', ...read } };
  }
  const { settledRows } = processor;
  if (!settledRows)
    return { reportedUntil, read: { of: 'nothing', stopped: 'it reports nothing' } };
  const read = yield* compareRows(world, settledRows, { ...reading, open, mark, batches });
  const isNothing = read.stopped !== undefined && read.since.getTime() === until.getTime();
  return {
    reportedUntil,
    read: isNothing ? { of: 'nothing', stopped: read.stopped! } : { of: 'rows', ...read },
  };
}

/** Charges from before the account was connected are not ours. */
function sinceOf({ createdAt }: Account, until: Date, days: number): Date {
  const first = Math.max(createdAt.getTime() - clocksApartMs, until.getTime() - days * dayMs);
  return new Date(Math.min(first, until.getTime()));
}

async function allAccounts(sql: Sql): Promise<Account[]> {
  return await accounts.read(
    sql,
    `select ${accounts.columns} from processor_accounts order by business_id, name`,
  );
}
