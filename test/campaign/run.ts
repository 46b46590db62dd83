import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { campaign } from './campaign.ts';
import { sabotageNames } from './sabotages.ts';

/*
 * `npm run campaign -- --kills N [--seed S] [--sabotage name]`: real processes, real kills, and an auditor.
 * Exit 0: nothing was lost and nothing doubled. Exit 1: there are findings. Exit 2: it was called wrongly.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { kills: text, seed: text, sabotage: text, clients: text },
});
const kills = wholeNumber(values.kills, 60);
const seed = wholeNumber(values.seed, randomInt(2 ** 31));
const clients = wholeNumber(values.clients, 12);
const { sabotage } = values;

if ([kills, seed, clients].some(Number.isNaN) || (sabotage && !sabotageNames.includes(sabotage))) {
  console.error('campaign --kills <n> [--seed <n>] [--clients <n>] [--sabotage <name>]');
  console.error(`names of sabotage: ${sabotageNames.join(', ')}`);
  process.exit(2);
}

console.log(`seed ${seed}: ${kills} kills, ${clients} clients${sabotage ? `, ${sabotage}` : ''}`);
const result = await campaign({ kills, seed, clients, sabotage });
const { findings, wishes, payments, killed, answers, unasked, seconds, folder } = result;
console.log(`wishes: ${wishes}, payments: ${payments}, seconds: ${seconds.toFixed(1)}`);
console.log(`kills: ${listed(killed)}; other deaths: ${unasked}`);
console.log(`answers: ${listed(answers)}`);
for (const finding of findings.slice(0, 50)) console.log(`  ${finding}`);
console.log(`${findings.length} findings.`);
if (findings.length > 0 && !sabotage)
  console.log(`What there is to look at: ${folder} (seed ${seed})`);
process.exitCode = findings.length === 0 ? 0 : 1;

function listed(counts: ReadonlyMap<string, number>): string {
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  return rows.map(([name, times]) => `${name} ${times}`).join(', ');
}

function wholeNumber(given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  return /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
}
