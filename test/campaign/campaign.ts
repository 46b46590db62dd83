import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { quickPlace } from '../global-setup.ts';
import { client } from './client.ts';
import { closer } from './closer.ts';
import { credentialsOf, type Installation, installationIn } from './installation.ts';
import { judge, type Verdict } from './judge.ts';
import { killAll } from './killer.ts';
import { randomOf } from './random.ts';
import { type Running, start } from './start.ts';
import { openTold, type Told } from './told.ts';
import { arrive, type Journeys, openTraveller, travel } from './traveller.ts';
import { makeTrouble } from './trouble.ts';
import { farKinds } from './wishes.ts';

export type CampaignOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly sabotage: string | undefined;
  /** All die at this named point; when left out, all over. */
  readonly at: string | undefined;
  readonly clients: number;
  /** Nobody is killed after this. */
  readonly seconds: number;
  /** How far the clock of the traveller goes on when everything else is over. */
  readonly days: number;
};

type Counts = ReadonlyMap<string, number>;

export type Campaign = Verdict & {
  readonly folder: string;
  readonly wishes: number;
  readonly deeds: number;
  readonly answers: Counts;
  /** Kills at named points, and the points at which nobody died. */
  readonly byPoint: Counts;
  readonly untouched: readonly string[];
  readonly elsewhere: Counts;
  readonly trouble: Counts;
  readonly closings: number;
  readonly journeys: Journeys;
  readonly unasked: readonly string[];
  readonly seconds: number;
};

/** Two services and a bank as processes of their own, clients at both, and somebody who kills. */
export async function campaign(options: CampaignOptions): Promise<Campaign> {
  const begun = performance.now();
  const folder = await mkdtemp(join(await quickPlace(), 'quittance-campaign-'));
  const { sabotage, seed } = options;
  const installation = installationIn(folder, { sabotage, bankPort: await freePort() });
  const clientLog = join(folder, 'clients.jsonl');
  const told = openTold(clientLog);
  const running = await start(installation, seed, options.at ? 0 : Math.floor(options.kills / 5));
  const { deaths } = running;
  let verdict: Verdict;
  let lived: Lived;
  try {
    lived = await live(installation, running, told, options);
    verdict = await judge(installation, told, clientLog);
  } finally {
    await running.stop();
    told.close();
  }
  // What went wrong is to be looked at; a broken build was to go wrong.
  if (verdict.findings.length === 0 || sabotage) await rm(folder, { recursive: true, force: true });
  return {
    ...verdict,
    ...lived,
    folder,
    wishes: told.wishes.size,
    deeds: told.deeds.size,
    answers: told.counts,
    byPoint: deaths.byPoint,
    untouched: [...deaths.seen].filter((point) => !deaths.byPoint.has(point)).sort(),
    unasked: running.unasked(),
    seconds: (performance.now() - begun) / 1000,
  };
}

type Lived = Pick<Campaign, 'elsewhere' | 'trouble' | 'closings' | 'journeys'>;

async function live(
  installation: Installation,
  { services, bank, deaths }: Running,
  told: Told,
  { kills, seed, at, clients, seconds, days }: CampaignOptions,
): Promise<Lived> {
  const random = randomOf(seed + 1);
  const credentials = await credentialsOf(installation);
  const ports = services.map(({ port }) => port);
  const elsewhere = new Map<string, number>();
  const endsAt = performance.now() + seconds * 1000;
  let isOver = false;
  let isPeace = false;
  const common = { credentials, ports, told, isOver: () => isOver, patienceMs: 90_000 };
  const who = await openTraveller(installation, { ...common, random: random.fork() });
  const road = { installation, who, deaths, random: random.fork(), isOver: () => isPeace };
  const work = Array.from({ length: clients }, (_, i) => {
    // Every third pays where the clock is moved on.
    const where = i % 3 === 2 ? { credentials: who, kinds: farKinds } : {};
    return client({ ...common, ...where, random: random.fork() }, String(i + 1));
  });
  const travelling = travel(road);
  const closing = closer({ ...common, random: random.fork() });
  const trouble = makeTrouble(installation.bankPort!, random.fork(), () => isPeace);
  const killing = (async () => {
    try {
      const isTimeUp = () => performance.now() > endsAt;
      const whom = { installation, services, bank, deaths, elsewhere, at };
      await killAll({ ...whom, kills, isTimeUp, random: random.fork() });
      // Some peace, in which what was begun can end.
      isPeace = true;
      await Promise.all([...services, ...(bank ? [bank] : [])].map((one) => one.untilReady()));
      await delay(500);
    } finally {
      isPeace = true;
      isOver = true;
    }
  })();
  const [made, closings, journeys] = await Promise.all([
    trouble,
    closing,
    travelling,
    killing,
    ...work,
  ]);
  for (const says of await arrive(road, days, journeys)) told.complains(says);
  return { elsewhere, trouble: made, closings, journeys };
}
