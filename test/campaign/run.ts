import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { campaign } from './campaign.ts';
import { sabotageNames } from './sabotages.ts';

/*
 * `npm run campaign -- --kills N [--purchases P] [--seed S] [--at point] [--sabotage name]`: real processes, real
 * kills at named points, and a reconciliation. Exit 0: nothing was lost and nothing doubled. Exit 1: there are
 * findings. Exit 2: it was called wrongly.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    kills: text,
    seed: text,
    clients: text,
    purchases: text,
    days: text,
    at: text,
    sabotage: text,
  },
});
const kills = wholeNumber(values.kills, 60);
const seed = wholeNumber(values.seed, randomInt(2 ** 31));
const clients = wholeNumber(values.clients, 12);
const purchases = wholeNumber(values.purchases, kills * 10);
// Longer than the latest return that is simulated here takes.
const days = wholeNumber(values.days, 75);
const { at, sabotage } = values;

const numbers = [kills, seed, clients, purchases, days];
if (numbers.some(Number.isNaN) || (sabotage && !sabotageNames.includes(sabotage))) {
  console.error(
    'campaign --kills <n> [--seed <n>] [--clients <n>] [--purchases <n>] [--days <n>] ' +
      '[--at <point>] [--sabotage <name>]',
  );
  console.error(`names of sabotage: ${sabotageNames.join(', ')}`);
  process.exit(2);
}

console.log(`seed ${seed}: ${kills} kills, ${clients} clients${sabotage ? `, ${sabotage}` : ''}`);
const result = await campaign({ kills, seed, at, clients, sabotage, purchases, days });
const { findings, byPoint, untouched, folder } = result;
console.log('kills, by the point at which a service died:');
for (const [point, times] of sorted(byPoint))
  console.log(`  ${String(times).padStart(4)} ${point}`);
if (untouched.length > 0) console.log('points at which none died:');
for (const point of untouched) console.log(`       ${point}`);
const total = [...byPoint.values()].reduce((sum, times) => sum + times, 0);
console.log(`points: ${byPoint.size} of ${byPoint.size + untouched.length}`);
console.log(`kills: ${total} at points, and elsewhere: ${listed(result.elsewhere)}`);
console.log(`other deaths: ${result.unasked.join(', ') || 'none'}`);
console.log(`trouble at the bank: ${listed(result.trouble)}`);
console.log(`purchases: ${result.purchases}, payments: ${result.payments}`);
console.log(`follow-ups requested: ${result.followUpRequests}, made: ${result.followUps}`);
console.log(`closings: ${result.closings}`);
const { advances } = result;
console.log(`clock: ${advances.days} days, ${listed(advances.ends)}`);
console.log(`came due: ${listed(advances.happened)}`);
console.log(`answers: ${listed(result.answers)}`);
console.log(`seconds: ${result.seconds.toFixed(1)}`);
for (const finding of findings.slice(0, 50)) console.log(`  ${finding}`);
console.log(`${findings.length} findings.`);
if (findings.length > 0 && !sabotage)
  console.log(`What there is to look at: ${folder} (seed ${seed})`);
process.exitCode = findings.length === 0 ? 0 : 1;

function sorted(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([name, one], [next, other]) => other - one || (name < next ? -1 : 1));
}

function listed(counts: ReadonlyMap<string, number>): string {
  return sorted(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
}

function wholeNumber(given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  return /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
}
