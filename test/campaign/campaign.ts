import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quickPlace } from '../../packages/embedded-postgres/test/scratch.ts';
import { layPrepared } from '../e2e/start-captured.ts';
import { freePort } from '../free-port.ts';
import { client } from './client.ts';
import { type ClientLog, openClientLog } from './client-log.ts';
import { closer } from './closer.ts';
import { credentialsOf, type Installation, installationIn } from './installation.ts';
import { judge, type Verdict } from './judge.ts';
import { killAll } from './killer.ts';
import { farKinds } from './purchases.ts';
import { randomOf } from './random.ts';
import { type Running, start } from './start.ts';
import {
  type Advances,
  advanceToEnd,
  keepAdvancing,
  openTimeMachineBusiness,
} from './time-machine-business.ts';
import { makeTrouble } from './trouble.ts';

export type CampaignOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly sabotage: string | undefined;
  /** All die at this named point; when left out, all over. */
  readonly at: string | undefined;
  readonly clients: number;
  /** How many are made at least. */
  readonly purchases: number;
  /** How far the clock of the time machine business goes on when everything else is over. */
  readonly days: number;
};

type Counts = ReadonlyMap<string, number>;

export type Campaign = Verdict & {
  readonly folder: string;
  readonly purchases: number;
  readonly followUpRequests: number;
  readonly answers: Counts;
  /** Kills at named points, and the points at which nobody died. */
  readonly byPoint: Counts;
  readonly untouched: readonly string[];
  readonly elsewhere: Counts;
  readonly trouble: Counts;
  readonly closings: number;
  readonly advances: Advances;
  readonly unasked: readonly string[];
  readonly seconds: number;
};

/** Two services and a bank as processes of their own, clients at both services, and a killer. */
export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const begun = performance.now();
  const folder = await mkdtemp(join(await quickPlace(), 'quittance-campaign-'));
  const { sabotage, seed } = options;
  const installation = installationIn(folder, { sabotage, bankPort: await freePort() });
  const logPath = join(folder, 'clients.jsonl');
  const log = openClientLog(logPath);
  const firstKills = options.at ? 0 : Math.floor(options.kills / 5);
  if (firstKills === 0) await layPrepared(folder);
  const running = await start(installation, seed, firstKills);
  const { deaths } = running;
  let verdict: Verdict;
  let lived: Lived;
  try {
    lived = await live(installation, running, log, options);
    verdict = await judge(installation, log, logPath, running.stop);
  } finally {
    await running.stop();
    log.close();
  }
  // The data of a failed campaign is kept for its reader; a broken build is expected to fail.
  if (verdict.findings.length === 0 || sabotage) await rm(folder, { recursive: true, force: true });
  return {
    ...verdict,
    ...lived,
    folder,
    purchases: log.purchases.size,
    followUpRequests: log.followUps.size,
    answers: log.counts,
    byPoint: deaths.byPoint,
    untouched: [...deaths.seen].filter((point) => !deaths.byPoint.has(point)).sort(),
    unasked: running.unasked(),
    seconds: (performance.now() - begun) / 1000,
  };
}

type Lived = Pick<Campaign, 'elsewhere' | 'trouble' | 'closings' | 'advances'>;

async function live(
  installation: Installation,
  { services, bank, deaths }: Running,
  log: ClientLog,
  { kills, seed, at, clients, purchases, days }: CampaignOptions,
): Promise<Lived> {
  const random = randomOf(seed + 1);
  const credentials = await credentialsOf(installation);
  const ports = services.map(({ port }) => port);
  const elsewhere = new Map<string, number>();
  let isOver = false;
  let isPeace = false;
  const common = { credentials, ports, log, isOver: () => isOver };
  const who = await openTimeMachineBusiness(installation, { ...common, random: random.fork() });
  const clock = { installation, who, deaths, random: random.fork(), isOver: () => isPeace };
  const work = Array.from({ length: clients }, (_, i) => {
    // Every third pays the business whose clock is advanced.
    const where = i % 3 === 2 ? { credentials: who, kinds: farKinds } : {};
    return client({ ...common, ...where, random: random.fork() }, String(i + 1));
  });
  const advancing = keepAdvancing(clock);
  const closing = closer({ ...common, random: random.fork() });
  const trouble = makeTrouble(installation.bankPort!, random.fork(), () => isPeace);
  const killing = (async () => {
    try {
      const made = () => log.purchases.size;
      const whom = { installation, services, bank, deaths, elsewhere, at };
      await killAll({ ...whom, kills, purchases: made, random: random.fork() });
      while (made() < purchases) await delay(20);
      // Requests in progress end in the quiet after the kills.
      isPeace = true;
      await Promise.all([...services, ...(bank ? [bank] : [])].map((one) => one.untilReady()));
    } finally {
      isPeace = true;
      isOver = true;
    }
  })();
  const [made, closings, advances] = await Promise.all([
    trouble,
    closing,
    advancing,
    killing,
    ...work,
  ]);
  for (const finding of await advanceToEnd(clock, days, advances)) log.recordFinding(finding);
  return { elsewhere, trouble: made, closings, advances };
}
