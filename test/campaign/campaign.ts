import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quickPlace } from '../global-setup.ts';
import { client } from './client.ts';
import { credentialsOf, type Installation, installationIn } from './installation.ts';
import { judge, type Verdict } from './judge.ts';
import { killAll } from './killer.ts';
import { letGo, type Supervised, supervise } from './processes.ts';
import { randomOf } from './random.ts';
import { openTold, type Told } from './told.ts';

export type CampaignOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly sabotage: string | undefined;
  readonly clients: number;
};

export type Campaign = Verdict & {
  readonly folder: string;
  readonly wishes: number;
  readonly answers: ReadonlyMap<string, number>;
  readonly killed: ReadonlyMap<string, number>;
  readonly unasked: number;
  readonly seconds: number;
};

/** Two processes over one data folder, clients at both, and somebody who kills. */
export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const begun = performance.now();
  const folder = await mkdtemp(join(await quickPlace(), 'quittance-campaign-'));
  const installation = installationIn(folder, options.sabotage);
  const clientLog = join(folder, 'clients.jsonl');
  const told = openTold(clientLog);
  const killed = new Map<string, number>();
  const { processes, stop } = await startBoth(installation, options.seed);
  let verdict: Verdict;
  try {
    await live(installation, processes, told, options, killed);
    verdict = await judge(installation, told, clientLog);
  } finally {
    await stop();
    told.close();
  }
  const unasked = processes.reduce((sum, one) => sum + one.deaths(), 0);
  // What went wrong is to be looked at; a broken build was to go wrong.
  if (verdict.findings.length === 0 || options.sabotage)
    await rm(folder, { recursive: true, force: true });
  const seconds = (performance.now() - begun) / 1000;
  const { counts: answers, wishes } = told;
  return { ...verdict, folder, wishes: wishes.size, answers, killed, unasked, seconds };
}

/** What it took to bring both up is undone by `stop`, whatever happened. */
export async function startBoth(installation: Installation, seed: number) {
  const random = randomOf(seed);
  const processes: Supervised[] = [];
  // Whoever interrupts a campaign does not want its services to live on.
  const abandon = () => {
    for (const one of processes) one.kill();
  };
  const interrupted = () => process.exit(130);
  process.once('exit', abandon);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  const stop = async () => {
    process.off('exit', abandon);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
    letGo();
    // One after the other: whoever owns the database goes on to the end of its own.
    for (const one of processes) await one.stop();
  };
  try {
    for (const role of ['all', 'serve'] as const) {
      processes.push(await supervise(installation, role, () => random.whole(0, 300)));
      await processes.at(-1)!.untilReady();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { processes, stop };
}

async function live(
  installation: Installation,
  processes: readonly Supervised[],
  told: Told,
  { kills, seed, clients }: CampaignOptions,
  killed: Map<string, number>,
): Promise<void> {
  const random = randomOf(seed + 1);
  const credentials = await credentialsOf(installation);
  const ports = processes.map(({ port }) => port);
  let isOver = false;
  const work = Array.from({ length: clients }, (_, i) => {
    const own = { credentials, ports, told, random: random.fork(), patienceMs: 90_000 };
    return client({ ...own, isOver: () => isOver }, String(i + 1));
  });
  const killing = (async () => {
    try {
      await killAll(installation, processes, kills, random.fork(), killed);
      // Some peace, in which what was begun can end.
      await Promise.all(processes.map((one) => one.untilReady()));
      await delay(500);
    } finally {
      isOver = true;
    }
  })();
  await Promise.all([killing, ...work]);
}
