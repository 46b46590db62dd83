import { parseArgs } from 'node:util';
import { growthCosts } from './growth-costs.ts';
import { median } from './load.ts';
import { paceOf } from './pace.ts';

/* Does a payment cost more when many are stored? Beside an empty installation, in interleaved rounds. */
const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    warm: { type: 'string', default: '6' },
  },
});
const stored = Number(values.stored);
const connections = Number(values.connections);
const ratios: number[] = [];
for await (const { few, many } of growthCosts({ ...paceOf(values), stored, connections })) {
  ratios.push(many / few);
  console.log(
    `round ${ratios.length}  empty ${few.toFixed(0)} us  ${stored} stored ${many.toFixed(0)} us  ratio ${(many / few).toFixed(2)}`,
  );
}
console.log(
  `\n${connections} connections, ${values.rounds} interleaved rounds of ${values.seconds} s, receipts on\n` +
    `processor time per payment with ${stored} stored, of that with none: ${median(ratios).toFixed(2)}`,
);
