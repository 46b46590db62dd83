import { pause } from '../build-world.ts';
import type { Log } from '../kernel/log.ts';
import type { Progress } from '../kernel/progress.ts';
import { processesBefore } from '../monitoring/processes.ts';
import type { Sql } from '../runtime/sql.ts';

const lookAgainMs = 1000;

type Options = {
  /** By the clock of the database. */
  readonly now: () => Date;
  readonly log: Log;
  readonly progress: Progress;
  readonly sleep?: typeof pause;
};

/**
 * Before a migration: processes of the older program use the tables as they are. Waits until each has ended; one that died
 * counts as ended after a minute and a half.
 */
export async function waitForOlderProcesses(
  sql: Sql,
  { now, log, progress, sleep = pause }: Options,
): Promise<void> {
  for (let told = ''; ; ) {
    const running = await processesBefore(sql, now());
    if (running.length === 0) return;
    const processes = running.map(({ name, version }) => `${name} (${version})`).join(', ');
    if (processes !== told) log.warn('migration.waits', { processes });
    told = processes;
    progress.part(`waiting for the end of ${processes}`);
    await sleep(lookAgainMs);
  }
}
