import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Cost, figures, medianOf, medianRatio } from './cost.ts';
import { sum } from './cpu.ts';
import { paceOf } from './pace.ts';
import { paymentCosts } from './payment-costs.ts';

/*
 * `npm run bench -- --cpu`: microseconds of processor time for a card payment (service, PostgreSQL, load generator), with
 * payments that begin and end in one commit and in two, beside one row of pgbench (its own and PostgreSQL's), and beside
 * the rows of a payment with nothing checked (`bench/floor.ts`).
 */
const { values } = parseArgs({
  options: {
    cpu: { type: 'boolean' },
    connections: { type: 'string', default: '64,128,256' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '12' },
  },
});
const pace = paceOf(values);
console.log(
  `${cpus().length} cores of ${cpus()[0]?.model}, Node.js ${process.version}, medians of ${pace.rounds} rounds of ${pace.seconds} s\n`,
);
console.log(
  '| connections | | service | PostgreSQL | load | sum | user-mode | row / payment | user-mode |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
let hasRows = true;
for await (const { connections, costs } of paymentCosts(
  values.connections.split(',').map(Number),
  pace,
)) {
  hasRows = costs.row.length > 0;
  print(`${connections} | one commit`, costs.shared, costs.row);
  print(`${connections} | two commits`, costs.apart, costs.row);
  print(`${connections} | nothing checked`, costs.floor, costs.row);
  if (hasRows) print(`${connections} | pgbench's row`, costs.row, costs.row);
}
if (!hasRows) console.log("\nSKIPPED pgbench's row: pgbench is not installed");

function print(label: string, costs: readonly Cost[], rows: readonly Cost[]): void {
  const of = (figure: (cost: Cost) => number) => medianOf(costs, figure).toFixed(0);
  const ratio = (figure: (cost: Cost) => number) =>
    hasRows ? medianRatio(rows, costs, figure).toFixed(2) : '';
  const parts = [of((c) => sum(c.service)), of((c) => sum(c.postgres)), of((c) => sum(c.load))];
  const { all, user } = figures;
  console.log(`| ${[label, ...parts, of(all), of(user), ratio(all), ratio(user)].join(' | ')} |`);
}
