import { type Cost, figures, medianOf, medianRatio } from './cost.ts';
import { sum } from './cpu.ts';
import { type GrowthRound, growthCosts } from './growth-costs.ts';
import { type LatencyRound, latencies } from './latency.ts';
import { median } from './load.ts';
import { peakMemory } from './memory.ts';
import type { Pace } from './pace.ts';
import { paymentCosts } from './payment-costs.ts';
import { isPeerInstalled, soapCosts } from './soap-costs.ts';
import { atLeast, atMost, type Line, line, skipped } from './table-text.ts';

export type MeasureOptions = Pace & {
  readonly connections: readonly number[];
  readonly stored: number;
};

/** Of measures that have one load: enough to keep two cores busy. */
const connections = 64;

export const measures = { cpu, latency, growth, soap, memory } as const;

/** What is promised of a row of pgbench over a payment, by connections. */
const rowGoals: Readonly<Record<number, { readonly user: number; readonly all: number }>> = {
  64: { user: 0.8, all: 1.2 },
  128: { user: 1.3, all: 1.8 },
  256: { user: 1.8, all: 2.4 },
};

async function* cpu(options: MeasureOptions): AsyncGenerator<Line> {
  for await (const { connections: clients, costs } of paymentCosts(options.connections, options)) {
    const sides = { 'one commit': costs.shared, 'two commits': costs.apart } as const;
    for (const [commits, payments] of Object.entries(sides)) {
      const at = `${clients} connections, ${commits}`;
      for (const figure of ['user', 'all'] as const) {
        const measure = `pgbench's row / payment, ${figure} CPU, ${at}`;
        if (costs.row.length === 0) {
          yield { ...skipped(measure, 'pgbench is not installed'), from: shown(payments, figure) };
        } else {
          const value = medianRatio(costs.row, payments, figures[figure]);
          const goal = commits === 'one commit' ? rowGoals[clients]?.[figure] : undefined;
          const from = `${us(costs.row, figure)} / ${shown(payments, figure)}`;
          yield line({ measure, value, goal: goal ? atLeast(goal) : undefined, from });
        }
      }
    }
    yield line({
      measure: `floor / payment, all CPU, ${clients} connections`,
      value: medianRatio(costs.floor, costs.shared, figures.all),
      from: `${shown(costs.floor, 'all')} / ${us(costs.shared, 'all')}`,
    });
  }
}

async function* latency(options: MeasureOptions): AsyncGenerator<Line> {
  const rounds: LatencyRound[] = [];
  for await (const round of latencies({ ...options, connections })) rounds.push(round);
  const of = (key: keyof LatencyRound) => median(rounds.map((round) => round[key]));
  yield line({
    measure: `99th percentile / median of latency at half load`,
    value: median(rounds.map(({ p50, p99 }) => p99 / p50)),
    goal: atMost(5),
    from: `${of('p99').toFixed(1)} ms / ${of('p50').toFixed(1)} ms at ${of('perSecond').toFixed(0)} payments/s`,
  });
}

async function* growth(options: MeasureOptions): AsyncGenerator<Line> {
  const rounds: GrowthRound[] = [];
  for await (const round of growthCosts({ ...options, connections })) rounds.push(round);
  const of = (key: keyof GrowthRound) => median(rounds.map((round) => round[key])).toFixed(0);
  yield line({
    measure: `payment with ${options.stored.toLocaleString('en')} stored / with none, all CPU, ${connections} connections, receipts on`,
    value: median(rounds.map(({ few, many }) => many / few)),
    goal: atMost(1.5),
    from: `${of('many')} / ${of('few')} µs`,
  });
}

async function* soap(options: MeasureOptions): AsyncGenerator<Line> {
  if (!isPeerInstalled()) {
    yield skipped("npm soap's call / ours, all CPU", 'npm soap is not installed');
    return;
  }
  const rounds = await soapCosts({ ...options, connections });
  for (const [name, pairs] of Map.groupBy(rounds, (round) => round.name)) {
    const of = (side: 'ours' | 'peer') => median(pairs.map((pair) => pair[side].cpuUs)).toFixed(0);
    yield line({
      measure: `npm soap's call / ours, all CPU, ${name}, ${pairs[0]!.bytes} bytes`,
      value: median(pairs.map(({ ours, peer }) => peer.cpuUs / ours.cpuUs)),
      goal: atLeast(5),
      from: `${of('peer')} / ${of('ours')} µs`,
    });
  }
}

const loads = {
  serve: '`serve`, no receipts',
  all: '`all`, receipts by mail and text, metrics',
} as const;

async function* memory({ rounds, seconds, warm }: MeasureOptions): AsyncGenerator<Line> {
  const asked = { connections: [64, 256], seconds: warm + rounds * seconds };
  for await (const { role, connections: clients, mb } of peakMemory(asked)) {
    const measure = `peak memory, ${loads[role]}, ${clients} connections`;
    const from = `${asked.seconds} s of load`;
    yield line({ measure, value: mb, unit: ' MB', goal: atMost(250, ' MB'), from });
  }
}

function us(costs: readonly Cost[], figure: keyof typeof figures): string {
  return `${medianOf(costs, figures[figure]).toFixed(0)} µs`;
}

/** With its parts. */
function shown(costs: readonly Cost[], figure: keyof typeof figures): string {
  const of = (part: keyof Cost) =>
    medianOf(costs, (cost) => (figure === 'all' ? sum(cost[part]) : cost[part].user)).toFixed(0);
  const parts = `service ${of('service')}, PostgreSQL ${of('postgres')}, load ${of('load')}`;
  return `${us(costs, figure)} (${parts})`;
}
