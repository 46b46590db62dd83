import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu.ts';
import { load, median, percentile } from './load.ts';
import { type CallName, resultIn, type SoapCall, soapCall } from './soap-calls.ts';
import { type SoapFixture, type SoapServer, startSoapServers } from './soap-servers.ts';

/*
 * Requests a second through our SOAP 1.1 binding, all checks of the service included, beside npm soap's server,
 * which is made from our WSDL and does next to nothing: a small envelope and one of 29 parameters, sent in
 * the same bytes and answered with the same text. In interleaved rounds, so that only ratios count.
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '6' },
  },
});
const connections = Number(values.connections);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const warmSeconds = Number(values.warm);
const names: readonly CallName[] = ['CheckPhoneType', 'SendPaymentSMS'];

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => stopped.abort(new Error(`stopped by ${name}`)));
}
// Whatever hangs, it ends: with a minute for the start and a second between the runs.
const mostSeconds = 60 + 2 * names.length * (warmSeconds + 1 + rounds * (seconds + 1));
const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(mostSeconds * 1000)]);
const aborted = new Promise<never>((_, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason));
});
// Nobody may be waiting for it yet, and the servers are stopped all the same.
aborted.catch(() => {});

type Run = { readonly rate: number; readonly p99: number; readonly cpuUs: number };
type Pair = { readonly ours: Run; readonly peer: Run };

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-soap-'));
const folder = join(root, 'data');
mkdirSync(folder);
try {
  const fixture = await startSoapServers(folder, signal);
  try {
    await Promise.race([compare(fixture), aborted]);
  } finally {
    await fixture.stop();
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function compare({ ours, peer, caller, namespace }: SoapFixture): Promise<void> {
  const tasks = [];
  for (const name of names) {
    const call = soapCall(name, namespace, caller);
    const expected = { ours: await askOnce(ours, call), peer: await askOnce(peer, call) };
    const [one, other] = [resultIn(call, expected.ours), resultIn(call, expected.peer)];
    if (one !== other) throw new Error(`${name} is answered in two ways:\n${one}\n${other}`);
    const pairs: Pair[] = [];
    tasks.push({ name, call, expected, pairs });
  }
  for (const { call, expected } of tasks) {
    await measure(ours, call, expected.ours, warmSeconds);
    await measure(peer, call, expected.peer, warmSeconds);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, call, expected, pairs } of tasks) {
      const pair = {
        ours: await measure(ours, call, expected.ours, seconds),
        peer: await measure(peer, call, expected.peer, seconds),
      };
      pairs.push(pair);
      print(`round ${round}  ${name}`, pair);
    }
  }
  console.log(
    `\n${connections} connections, ${rounds} interleaved rounds of ${seconds} s, medians of the rounds' ratios`,
  );
  for (const { name, call, pairs } of tasks) {
    print(`${name}, ${call.body.length} bytes`, {
      ours: middle(pairs, 'ours'),
      peer: middle(pairs, 'peer'),
    });
    const of = (key: keyof Run) => median(pairs.map((pair) => pair.ours[key] / pair.peer[key]));
    console.log(
      `  requests a second, of npm soap's       ${of('rate').toFixed(1)}\n` +
        `  99th percentile, of npm soap's         ${of('p99').toFixed(2)}\n` +
        `  processor time a request, npm soap's   ${(1 / of('cpuUs')).toFixed(1)} times ours`,
    );
  }
}

async function askOnce({ port }: SoapServer, { name, headers, body }: SoapCall): Promise<string> {
  const url = `http://127.0.0.1:${port}/Service.asmx`;
  const answer = await fetch(url, { method: 'POST', headers, body, signal });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status}: ${text}`);
  return text;
}

async function measure(
  { port, process: { pid } }: SoapServer,
  { name, request }: SoapCall,
  expected: string,
  forSeconds: number,
): Promise<Run> {
  const check = (status: number, body: string) => {
    if (status === 200 && body === expected) return;
    throw new Error(`${name} was answered ${status}: ${body}`);
  };
  const cpuBefore = cpuSeconds(pid!);
  const seen = await load({ port, connections, seconds: forSeconds, next: () => request, check });
  return {
    rate: seen.count / seen.seconds,
    p99: percentile(seen.latencies, 0.99),
    cpuUs: ((cpuSeconds(pid!) - cpuBefore) / seen.count) * 1e6,
  };
}

function middle(pairs: readonly Pair[], side: keyof Pair): Run {
  const of = (key: keyof Run) => median(pairs.map((pair) => pair[side][key]));
  return { rate: of('rate'), p99: of('p99'), cpuUs: of('cpuUs') };
}

function print(label: string, { ours, peer }: Pair): void {
  const shown = ({ rate, p99, cpuUs }: Run) =>
    `${rate.toFixed(0)}/s  p99 ${p99.toFixed(1)} ms  cpu ${cpuUs.toFixed(0)} us`;
  console.log(`${label.padEnd(26)} ours ${shown(ours)}   npm soap ${shown(peer)}`);
}
