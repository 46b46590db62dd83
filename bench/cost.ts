import { type Cpu, sum } from './cpu.ts';
import { median } from './load.ts';

/** Processor time for one payment, or for one row of pgbench, by part. */
export type Cost = { readonly service: Cpu; readonly postgres: Cpu; readonly load: Cpu };

export function costOfEach(count: number, { service, postgres, load }: Cost): Cost {
  const one = ({ user, system }: Cpu) => ({ user: user / count, system: system / count });
  return { service: one(service), postgres: one(postgres), load: one(load) };
}

/** Microseconds of all processor time, and of that in user mode. */
export const figures = {
  all: ({ service, postgres, load }: Cost) => sum(service) + sum(postgres) + sum(load),
  user: ({ service, postgres, load }: Cost) => service.user + postgres.user + load.user,
} as const;

export function medianOf(costs: readonly Cost[], figure: (cost: Cost) => number): number {
  return median(costs.map(figure));
}

/** The median of the rounds' ratios; NaN unless both were measured in each round. */
export function medianRatio(
  costs: readonly Cost[],
  ofCosts: readonly Cost[],
  figure: (cost: Cost) => number,
): number {
  if (costs.length === 0 || costs.length !== ofCosts.length) return Number.NaN;
  return median(costs.map((cost, i) => figure(cost) / figure(ofCosts[i]!)));
}
