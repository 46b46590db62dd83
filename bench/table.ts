import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './machine.ts';
import { paceOf } from './pace.ts';
import { type MeasureOptions, measures } from './table-measures.ts';
import { type Line, skipped, tableOf, withTable } from './table-text.ts';

/*
 * `npm run bench -- --table`: what the product promises of its speed, measured here, as one table. `--table=latency,memory`
 * measures some of it; `--write` puts the whole table into its page.
 */
const all = Object.keys(measures).join(',');
const { values } = parseArgs({
  // An option with a value that may be left out.
  args: process.argv.slice(2).map((word) => (word === '--table' ? `--table=${all}` : word)),
  options: {
    table: { type: 'string', default: all },
    connections: { type: 'string', default: '8,64,128,256' },
    stored: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '12' },
    write: { type: 'boolean', default: false },
  },
});
const wanted = values.table.split(',');
const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) throw new Error(`no such measure: ${unknown}; there are ${all}`);
if (values.write && values.table !== all) throw new Error('--write needs all measures');

const options: MeasureOptions = {
  ...paceOf(values),
  connections: values.connections.split(',').map(Number),
  stored: Number(values.stored),
};
const lines: Line[] = [];
for (const name of wanted as (keyof typeof measures)[]) {
  const startedAt = performance.now();
  try {
    for await (const line of measures[name](options)) lines.push(line);
  } catch (error) {
    // The others are measured all the same.
    console.error(error);
    process.exitCode = 1;
    lines.push(skipped(name, error instanceof Error ? error.message : String(error)));
  }
  console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
const { rounds, seconds, warm } = options;
const table = tableOf(
  `${await machine()}; ${rounds} rounds of ${seconds} s after ${warm} s of load, medians.`,
  lines,
);
console.log(table);
if (values.write) {
  const page = join(import.meta.dirname, '../docs/operating/performance.md');
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table));
}
