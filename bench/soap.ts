import { parseArgs } from 'node:util';
import { median } from './load.ts';
import { paceOf } from './pace.ts';
import { type SoapPair, type SoapRun, soapCosts } from './soap-costs.ts';

/* Requests a second through our SOAP 1.1 binding beside npm soap's server, and the processor time of each. */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '6' },
  },
});
const options = { ...paceOf(values), connections: Number(values.connections) };
const all = await soapCosts(options, (one) => print(`round ${one.round}  ${one.name}`, one));
console.log(
  `\n${options.connections} connections, ${options.rounds} interleaved rounds of ${options.seconds} s, medians of the rounds' ratios`,
);
for (const [name, pairs] of Map.groupBy(all, (one) => one.name)) {
  print(`${name}, ${pairs[0]!.bytes} bytes`, {
    ours: middle(pairs, 'ours'),
    peer: middle(pairs, 'peer'),
  });
  const of = (key: keyof SoapRun) => median(pairs.map((pair) => pair.ours[key] / pair.peer[key]));
  console.log(
    `  requests a second, of npm soap's       ${of('rate').toFixed(1)}\n` +
      `  99th percentile, of npm soap's         ${of('p99').toFixed(2)}\n` +
      `  processor time a request, npm soap's   ${(1 / of('cpuUs')).toFixed(1)} times ours`,
  );
}

function middle(pairs: readonly SoapPair[], side: keyof SoapPair): SoapRun {
  const of = (key: keyof SoapRun) => median(pairs.map((pair) => pair[side][key]));
  return { rate: of('rate'), p99: of('p99'), cpuUs: of('cpuUs') };
}

function print(label: string, { ours, peer }: SoapPair): void {
  const shown = ({ rate, p99, cpuUs }: SoapRun) =>
    `${rate.toFixed(0)}/s  p99 ${p99.toFixed(1)} ms  cpu ${cpuUs.toFixed(0)} us`;
  console.log(`${label.padEnd(26)} ours ${shown(ours)}   npm soap ${shown(peer)}`);
}
