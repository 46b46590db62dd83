import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds } from './cpu.ts';
import { load } from './load.ts';
import { inTurn, type Pace } from './pace.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { firstStart, type Service, startService } from './service.ts';
import { storePayments } from './stored-payments.ts';

export type GrowthOptions = Pace & { readonly stored: number; readonly connections: number };
/** Microseconds of processor time for a payment with none stored, and with many. */
export type GrowthRound = { readonly few: number; readonly many: number };

type Side = { readonly service: Service; readonly next: () => string };

/**
 * Does a payment cost more when many are stored? Two installations side by side, one empty and one filled,
 * under the same load in interleaved rounds; the processor time of the service and its database counts, and with it
 * that of the receipts, which everybody asks for.
 */
export async function* growthCosts(options: GrowthOptions): AsyncGenerator<GrowthRound> {
  const { stored, rounds, seconds, warm } = options;
  const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-growth-'));
  const sides: Side[] = [];
  try {
    const folders = [join(root, 'empty', 'data'), join(root, 'full', 'data')] as const;
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    const few = await open(folders[0], 8493);
    sides.push(few);
    // A first start makes the business and the tables.
    const first = await open(folders[1], 8494);
    await first.service.stop();
    await storePayments(folders[1], stored);
    const many = await open(folders[1], 8494);
    sides.push(many);
    for (const side of sides) await costOf(side, warm);
    for (let round = 0; round < rounds; round += 1) {
      const found = new Map<Side, number>();
      for (const side of inTurn(sides, round)) found.set(side, await costOf(side, seconds));
      yield { few: found.get(few)!, many: found.get(many)! };
    }
  } finally {
    for (const { service } of sides) await service.stop();
    rmSync(root, { recursive: true, force: true });
  }

  async function costOf({ service, next }: Side, forSeconds: number): Promise<number> {
    const { connections } = options;
    const before = cpuSeconds(service.process.pid!);
    const to = { port: service.port, connections, seconds: forSeconds, next, check: checkPayment };
    const { count } = await load(to);
    return ((cpuSeconds(service.process.pid!) - before) / count) * 1e6;
  }
}

async function open(folder: string, port: number): Promise<Side> {
  const service = await startService('all', folder, port);
  return { service, next: paymentRequest(await firstStart(folder)) };
}
