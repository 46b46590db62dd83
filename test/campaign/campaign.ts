import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../src/database/postmaster-file.ts';
import { type Installation, makeInstallation, type ServiceProcess } from '../installation.ts';
import { type Dice, dice } from './dice.ts';
import { sendShoppers, type Tally } from './shoppers.ts';

export type CampaignOptions = {
  readonly kills: number;
  readonly seed: number;
  /** A broken build in place of the real one, by its name in test/sabotage.ts. */
  readonly sabotage?: string | undefined;
  readonly shoppers?: number;
  readonly say?: (sentence: string) => void;
};

export type CampaignReport = {
  readonly tally: Tally;
  readonly killed: Readonly<Record<Victim, number>>;
  readonly payments: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
  readonly seconds: number;
};

type Victim = 'all' | 'serve' | 'postgres';

/** Everything that waits is short here, so that many things happen to each other in little time. */
const hasty = {
  LOG_LEVEL: 'warn',
  PROCESSOR_TIMEOUT_MS: '300',
  RESOLVE_AFTER_SECONDS: '6',
  SIMULATOR_DELAY_MS: '20',
  SIMULATOR_LATE_WINDOW_SECONDS: '2',
  WORKER_POLL_MS: '50',
};

/**
 * Two processes and their database serve many callers and are killed at any moment, again and again; in the
 * end the auditor judges.
 */
export async function campaign(options: CampaignOptions): Promise<CampaignReport> {
  const { kills, seed, sabotage, shoppers: count = 12, say = () => {} } = options;
  const random = dice(seed);
  const program = sabotage && join(import.meta.dirname, 'sabotaged-process.ts');
  const settings = sabotage ? { ...hasty, SABOTAGE: sabotage } : hasty;
  const place = await makeInstallation(settings, program);
  const begun = performance.now();
  try {
    const processes = {
      all: await place.addProcess('all'),
      serve: await place.addProcess('serve'),
    };
    await startAll(Object.values(processes));
    const baseUrls = Object.values(processes).map(({ baseUrl }) => baseUrl);
    const log = join(place.folder, 'clients.jsonl');
    const shop = { ...(await place.credentials()), baseUrls };
    const shoppers = sendShoppers({ shop, count, random, log });

    const killed = { all: 0, serve: 0, postgres: 0 };
    while (killed.all + killed.serve + killed.postgres < kills) {
      const victim = await killOne(place, processes, random);
      if (victim === undefined) continue;
      killed[victim] += 1;
      say(`killed ${victim}: ${JSON.stringify(killed)}, ${shoppers.tally.answered} answers`);
    }
    await startAll(Object.values(processes));
    await shoppers.settle();
    await untilSettled(place);
    const payments = await countPayments(place);
    const { code, output } = await place.run('reconcile', '--client-log', log);
    const findings = findingsOf(code, output);
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { tally: shoppers.tally, killed, payments, findings, seconds };
  } finally {
    await place.remove();
  }
}

/** Starts what is down, and waits until all of it serves. */
async function startAll(processes: readonly ServiceProcess[]): Promise<void> {
  for (const one of processes) {
    if (!one.isRunning) one.start();
    await one.untilReady().catch(async () => {
      // It joined a database that was killed meanwhile; an operator's supervisor starts it again.
      await one.end('SIGKILL');
      one.start();
      await one.untilReady();
    });
  }
}

async function killOne(
  place: Installation,
  processes: Record<'all' | 'serve', ServiceProcess>,
  random: Dice,
): Promise<Victim | undefined> {
  // What was killed before is down for a while, or is just coming back when the next blow falls.
  await delay(random.between(50, 700));
  for (const one of Object.values(processes)) if (!one.isRunning) one.start();
  await delay(random.between(50, 2500));

  const victim = random.pick<Victim>(['all', 'all', 'serve', 'serve', 'postgres']);
  if (victim !== 'postgres') {
    if (!processes[victim].isRunning) return undefined;
    await processes[victim].end('SIGKILL');
    return victim;
  }
  const pid = await place.postmaster();
  if (pid === undefined || !isAlive(pid)) return undefined;
  process.kill(pid, 'SIGKILL');
  return victim;
}

/** What was under way when its client had its answer is looked after by the worker. */
async function untilSettled(place: Installation): Promise<void> {
  const db = await place.look();
  try {
    for (let tries = 0; ; tries += 1) {
      const open = await db.query('select from payment_attempts where resolve_at is not null');
      if (open.length === 0 || tries === 600) return;
      await delay(100);
    }
  } finally {
    await db.close();
  }
}

async function countPayments(place: Installation): Promise<Record<string, number>> {
  const db = await place.look();
  try {
    const rows = await db.query<{ state: string; count: bigint }>(
      'select state, count(*) as count from payments group by state order by state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
  } finally {
    await db.close();
  }
}

function findingsOf(code: number | null, output: string): string[] {
  const lines = output
    .split('\n')
    .filter((line) => /^[a-z_]+(?: business \d+)?(?: payment \d+)?: /.test(line));
  const isClean = code === 0 && /^0 findings\.$/m.test(output) && lines.length === 0;
  if (isClean) return [];
  return lines.length > 0 ? lines : [`reconcile ended with ${code}: ${output}`];
}
