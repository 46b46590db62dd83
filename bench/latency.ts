import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, percentile } from './load.ts';
import type { Pace } from './pace.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { firstStart, startService } from './service.ts';
import { steadyLoad } from './steady-load.ts';

/** Milliseconds, at `perSecond`: half of what a moment before was the most. */
export type LatencyRound = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

/**
 * How long a caller waits for a payment while a machine has half of the load that it can take: at full load a latency says
 * only how many callers there are. Nobody asks for receipts, which would be sent in the next measurement.
 */
export async function* latencies(
  options: Pace & { readonly connections: number },
): AsyncGenerator<LatencyRound> {
  const { connections, rounds, seconds, warm } = options;
  const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-latency-'));
  const folder = join(root, 'data');
  mkdirSync(folder);
  try {
    const service = await startService('all', folder, 8491);
    try {
      const next = paymentRequest(await firstStart(folder), { receipts: false });
      const to = { port: service.port, connections, next, check: checkPayment };
      await load({ ...to, seconds: warm });
      for (let round = 0; round < rounds; round += 1) {
        const full = await load({ ...to, seconds });
        const perSecond = full.count / full.seconds / 2;
        const half = await steadyLoad({ ...to, perSecond, seconds });
        yield {
          perSecond,
          p50: percentile(half.latencies, 0.5),
          p99: percentile(half.latencies, 0.99),
        };
      }
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
