import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds } from './cpu.ts';
import { load, percentile } from './load.ts';
import type { Pace } from './pace.ts';
import { type CallName, resultIn, type SoapCall, soapCall } from './soap-calls.ts';
import { type SoapFixture, type SoapServer, startSoapServers } from './soap-servers.ts';

export type SoapRun = { readonly rate: number; readonly p99: number; readonly cpuUs: number };
export type SoapPair = { readonly ours: SoapRun; readonly peer: SoapRun };
export type SoapRound = SoapPair & {
  readonly round: number;
  readonly name: CallName;
  readonly bytes: number;
};

const names: readonly CallName[] = ['CheckPhoneType', 'SendPaymentSMS'];

/**
 * Requests through our SOAP 1.1 binding, all checks of the service included, beside npm soap's server, which is made from
 * our WSDL and does next to nothing: a small envelope and one of 29 parameters, sent in the same bytes and answered
 * with the same text. In interleaved rounds, so that only ratios count.
 */
export async function soapCosts(
  options: Pace & { readonly connections: number },
  hear: (round: SoapRound) => void = () => {},
): Promise<readonly SoapRound[]> {
  const { connections, rounds, seconds: roundSeconds, warm } = options;
  const stopped = new AbortController();
  const stop = () => stopped.abort(new Error('stopped by a signal'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  // Whatever hangs, it ends: with a minute for the start and a second between the runs.
  const mostSeconds = 60 + 2 * names.length * (warm + 1 + rounds * (roundSeconds + 1));
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(mostSeconds * 1000)]);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // Nobody may be waiting for it yet, and the servers are stopped all the same.
  aborted.catch(() => {});

  const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-soap-'));
  const folder = join(root, 'data');
  mkdirSync(folder);
  try {
    const fixture = await startSoapServers(folder, signal);
    try {
      return await Promise.race([compare(fixture), aborted]);
    } finally {
      await fixture.stop();
    }
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
    rmSync(root, { recursive: true, force: true });
  }

  async function compare({ ours, peer, caller, namespace }: SoapFixture): Promise<SoapRound[]> {
    const tasks = [];
    for (const name of names) {
      const call = soapCall(name, namespace, caller);
      const expected = { ours: await askOnce(ours, call), peer: await askOnce(peer, call) };
      const [one, other] = [resultIn(call, expected.ours), resultIn(call, expected.peer)];
      if (one !== other) throw new Error(`${name} is answered in two ways:\n${one}\n${other}`);
      tasks.push({ name, call, expected });
    }
    for (const { call, expected } of tasks) {
      await measure(ours, call, expected.ours, warm);
      await measure(peer, call, expected.peer, warm);
    }
    const found: SoapRound[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const { name, call, expected } of tasks) {
        const one = {
          round,
          name,
          bytes: call.body.length,
          ours: await measure(ours, call, expected.ours, roundSeconds),
          peer: await measure(peer, call, expected.peer, roundSeconds),
        };
        hear(one);
        found.push(one);
      }
    }
    return found;
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
    seconds: number,
  ): Promise<SoapRun> {
    const check = (status: number, body: string) => {
      if (status === 200 && body === expected) return;
      throw new Error(`${name} was answered ${status}: ${body}`);
    };
    const cpuBefore = cpuSeconds(pid!);
    const seen = await load({ port, connections, seconds, next: () => request, check });
    return {
      rate: seen.count / seen.seconds,
      p99: percentile(seen.latencies, 0.99),
      cpuUs: ((cpuSeconds(pid!) - cpuBefore) / seen.count) * 1e6,
    };
  }
}

/** It is among what only developers install. */
export function isPeerInstalled(): boolean {
  try {
    return import.meta.resolve('soap') !== '';
  } catch {
    return false;
  }
}
