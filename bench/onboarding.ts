import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu.ts';
import { median, percentile } from './load.ts';
import { type Creation, checkCreation, creationRequest, creations } from './onboarding-load.ts';
import { firstStart, startService } from './service.ts';
import { steadyLoad } from './steady-load.ts';

/*
 * How long a caller waits for a new business, while fifty are made in every second: a goal in milliseconds, so
 * it is one of the few figures here that are no ratio. Only a run on a quiet machine says something.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    'per-second': { type: 'string', default: '50' },
    'warm-up': { type: 'string', default: '10' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const perSecond = Number(values['per-second']);
const goalMs = 50;

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-onboarding-'));
const folder = join(root, 'data');
mkdirSync(folder);
const service = await startService('all', folder, 8495);

type Round = { p50: number; p99: number; inGoal: number; cpuMs: number };
const names = Object.keys(creations) as Creation[];
const results = new Map<Creation, Round[]>(names.map((name) => [name, []]));
try {
  const caller = await firstStart(folder);
  const next = new Map(names.map((name) => [name, creationRequest(caller, name)]));
  for (const name of names) await create(name, Number(values['warm-up']));
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await create(name, seconds);
      results.get(name)!.push(result);
      print(`round ${round}`, name, result);
    }
  }
  for (const [name, of] of results) print('medians', name, mediansOf(of));

  async function create(name: Creation, forSeconds: number): Promise<Round> {
    const cpuBefore = cpuSeconds(service.process.pid!);
    const { port } = service;
    const { latencies, count } = await steadyLoad({
      port,
      perSecond,
      seconds: forSeconds,
      next: next.get(name)!,
      check: checkCreation,
    });
    return {
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      inGoal: latencies.filter((ms) => ms <= goalMs).length / count,
      cpuMs: ((cpuSeconds(service.process.pid!) - cpuBefore) / count) * 1000,
    };
  }
} finally {
  await service.stop();
  rmSync(root, { recursive: true, force: true });
}

function mediansOf(of: readonly Round[]): Round {
  const middle = (key: keyof Round) => median(of.map((round) => round[key]));
  return {
    p50: middle('p50'),
    p99: middle('p99'),
    inGoal: middle('inGoal'),
    cpuMs: middle('cpuMs'),
  };
}

function print(label: string, name: Creation, { p50, p99, inGoal, cpuMs }: Round): void {
  console.log(
    `${label.padEnd(9)} ${name.padEnd(25)} ${perSecond}/s  p50 ${p50.toFixed(1)} ms  ` +
      `p99 ${p99.toFixed(1)} ms  within ${goalMs} ms ${(inGoal * 100).toFixed(1)} %  ` +
      `cpu ${cpuMs.toFixed(1)} ms`,
  );
}
