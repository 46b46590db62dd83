import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { countPeakAnew, peakMemoryMb } from './cpu.ts';
import { load } from './load.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { firstStart, startService } from './service.ts';

/** Megabytes. `serve`: nobody asks for receipts; `all`: receipts by mail and text, the worker that sends them, and metrics. */
export type Peak = {
  readonly role: 'serve' | 'all';
  readonly connections: number;
  readonly mb: number;
};

type Options = { readonly connections: readonly number[]; readonly seconds: number };

/** The most memory that a process of the service has resident under load; PostgreSQL has its own. */
export async function* peakMemory({ connections, seconds }: Options): AsyncGenerator<Peak> {
  const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-memory-'));
  const folder = join(root, 'data');
  mkdirSync(folder);
  const stops: (() => Promise<void>)[] = [];
  try {
    const metricsPort = 8495;
    const all = await startService('all', folder, 8491, { METRICS_PORT: String(metricsPort) });
    stops.push(all.stop);
    const serve = await startService('serve', folder, 8492);
    stops.push(serve.stop);
    const caller = await firstStart(folder);
    for (const [role, { port, process: child }] of Object.entries({ serve, all })) {
      const next = paymentRequest(caller, { receipts: role === 'all' });
      for (const clients of connections) {
        countPeakAnew(child.pid!);
        const ended = new AbortController();
        const scraping = role === 'all' ? scrapeEachSecond(metricsPort, ended.signal) : undefined;
        await load({ port, connections: clients, seconds, next, check: checkPayment });
        ended.abort();
        await scraping;
        yield { role: role as Peak['role'], connections: clients, mb: peakMemoryMb(child.pid!) };
      }
    }
  } finally {
    for (const stop of stops.toReversed()) await stop();
    rmSync(root, { recursive: true, force: true });
  }
}

async function scrapeEachSecond(port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    await answer.text();
    await delay(1000, undefined, { signal }).catch(() => {});
  }
}
