import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { campaign } from './campaign.ts';

/* `npm run campaign -- --kills 60`: real processes, real clients, real kills. */
const number = { type: 'string' } as const;
const { values } = parseArgs({
  options: { kills: number, seed: number, shoppers: number, sabotage: number },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
console.log(`seed ${seed}`);

const report = await campaign({
  kills: Number(values.kills ?? 60),
  seed,
  shoppers: Number(values.shoppers ?? 12),
  sabotage: values.sabotage,
  say: console.log,
});

console.log(JSON.stringify({ ...report, findings: report.findings.length }, undefined, 2));
for (const finding of report.findings.slice(0, 50)) console.log(finding);
const isClean = report.findings.length === 0 && report.tally.differences.length === 0;
console.log(isClean ? 'Nothing was lost and nothing doubled.' : `FAILED with seed ${seed}`);
process.exitCode = isClean ? 0 : 1;
