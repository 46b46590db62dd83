import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { cpuSeconds, memoryMb, peakMemoryMb } from './cpu.ts';
import { isQuiet, makeDue, progressOf, storeSubscriptions } from './due-subscriptions.ts';
import { load, median } from './load.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { firstStart, startService, startWorker } from './service.ts';

/*
 * Due subscriptions of one business that a worker charges a second, each with its invoice, its payment and its
 * next date, beside the payments that CreatePayment reaches in the same minutes: in interleaved rounds on one
 * database. Nobody gets a receipt in either, since those are written by whichever worker has time. The worker's
 * memory is shown after every round, and must not grow with what it has done.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    warm: { type: 'string', default: '10' },
  },
});
const count = Number(values.count);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const each = Math.floor(count / (rounds + 1));

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-subscriptions-'));
const folder = join(root, 'data');
mkdirSync(folder);
const service = await startService('serve', folder, 8496);
const quiet = { info() {}, warn() {}, error: console.error };
const database = await startEmbedded({ folder: join(folder, 'postgres'), log: quiet });
const db = connect(database.url, { size: 1, tenants: 'all' });
const next = paymentRequest(await firstStart(folder), { receipts: false });
await storeSubscriptions(db, folder, count);
const worker = startWorker(folder);

type Rate = { readonly rate: number; readonly cpuUs: number };
type Round = { readonly payments: Rate; readonly subscriptions: Rate; readonly memory: number };
const results: Round[] = [];
try {
  // Until the compiler has seen enough of the code, rates still rise.
  await payments(Number(values.warm));
  await subscriptions(each);
  for (let round = 1; round <= rounds; round += 1) {
    const result = {
      payments: await payments(seconds),
      subscriptions: await subscriptions(each),
      memory: memoryMb(worker.process.pid!),
    };
    results.push(result);
    print(`round ${round}`, result);
  }
  report();
} finally {
  await worker.stop();
  await db.close();
  await database.stop();
  await service.stop();
  rmSync(root, { recursive: true, force: true });
}

/** CreatePayment, requests a second. */
async function payments(forSeconds: number): Promise<Rate> {
  await allTold();
  const cpuBefore = cpuUsed();
  const options = { port: service.port, connections, seconds: forSeconds, next };
  const seen = await load({ ...options, check: checkPayment });
  const cpuUs = ((cpuUsed() - cpuBefore) / seen.count) * 1e6;
  return { rate: seen.count / seen.seconds, cpuUs };
}

/** From the moment at which so many are due until the last of them is paid. */
async function subscriptions(due: number): Promise<Rate> {
  await allTold();
  const before = (await progressOf(db)).paid;
  const cpuBefore = cpuUsed();
  await makeDue(db, due);
  const startedAt = performance.now();
  let paid = 0;
  for (let waited = 0; paid < due; waited += 100) {
    if (worker.process.exitCode !== null) throw new Error('the worker ended');
    if (waited > 600_000) throw new Error(`only ${paid} of ${due} were paid`);
    await delay(100);
    paid = (await progressOf(db)).paid - before;
  }
  const took = (performance.now() - startedAt) / 1000;
  return { rate: due / took, cpuUs: ((cpuUsed() - cpuBefore) / due) * 1e6 };
}

/** By the service with its database, and by the worker. */
function cpuUsed(): number {
  return cpuSeconds(service.process.pid!) + cpuSeconds(worker.process.pid!);
}

/** What one round leaves to be told is none of the next one's work. */
async function allTold(): Promise<void> {
  for (let waited = 0; !(await isQuiet(db)); waited += 200) {
    if (waited > 600_000) throw new Error('not all was told');
    await delay(200);
  }
}

function report(): void {
  const of = (pick: (round: Round) => number) => median(results.map(pick));
  const made = of(({ payments: { rate } }) => rate).toFixed(0);
  const charged = of(({ subscriptions: { rate } }) => rate).toFixed(0);
  const rates = of((one) => one.subscriptions.rate / one.payments.rate);
  const cpu = of((one) => one.subscriptions.cpuUs / one.payments.cpuUs);
  const memories = results.map(({ memory }) => memory);
  console.log(`
${each} due subscriptions a round, ${connections} connections, ${rounds} interleaved rounds, receipts off
  medians: CreatePayment ${made}/s, subscriptions ${charged}/s; then medians of the rounds' ratios
  subscriptions charged a second, of CreatePayment's         ${rates.toFixed(2)}
  processor time of a subscription, of a CreatePayment's     ${cpu.toFixed(2)}
  memory of the worker after the last round, of the first    ${(memories.at(-1)! / memories[0]!).toFixed(2)}
  peak memory of the worker                                  ${peakMemoryMb(worker.process.pid!).toFixed(0)} MB`);
}

function print(label: string, { payments: made, subscriptions: charged, memory }: Round): void {
  const shown = ({ rate, cpuUs }: Rate) => `${rate.toFixed(0)}/s  cpu ${cpuUs.toFixed(0)} us`;
  console.log(
    `${label}  CreatePayment ${shown(made)}  subscriptions ${shown(charged)}  memory ${memory.toFixed(0)} MB`,
  );
}
