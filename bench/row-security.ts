import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { cpuSeconds } from './cpu.ts';
import { load, median } from './load.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { firstStart, startService } from './service.ts';

/*
 * What row-level security costs a card payment: the same service, in interleaved rounds with the policies as they are and
 * with every table's row-level security switched off. The setting that the policies read is sent in both.
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    warm: { type: 'string', default: '10' },
  },
});
const connections = Number(values.connections);
const rounds = Number(values.rounds);

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-row-security-'));
const folder = join(root, 'data');
mkdirSync(folder);
const service = await startService('all', folder, 8496);
// Joins the server that the service runs.
const quiet = { info() {}, warn() {}, error: console.error };
const database = await startEmbedded({ folder: join(folder, 'postgres'), log: quiet });
const db = connect(database.url, { size: 1, tenants: 'all' });
try {
  const next = paymentRequest(await firstStart(folder), { receipts: false });
  const { port } = service;
  const pay = (seconds: number) => load({ port, connections, seconds, next, check: checkPayment });
  const guarded = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity`,
  );
  const round = async (act: 'enable' | 'disable') => {
    for (const { name } of guarded) await db.query(`alter table ${name} ${act} row level security`);
    // Plans are made anew.
    await pay(1);
    const before = cpuSeconds(service.process.pid!);
    const { count, seconds } = await pay(Number(values.seconds));
    const cpuUs = ((cpuSeconds(service.process.pid!) - before) / count) * 1e6;
    return { rate: count / seconds, cpuUs };
  };
  await pay(Number(values.warm));
  const ratios: { rate: number; cpu: number }[] = [];
  for (let n = 1; n <= rounds; n += 1) {
    const first = n % 2 === 0 ? 'enable' : 'disable';
    const [one, other] = [
      await round(first),
      await round(first === 'enable' ? 'disable' : 'enable'),
    ];
    const [on, off] = first === 'enable' ? [one, other] : [other, one];
    ratios.push({ rate: on.rate / off.rate, cpu: on.cpuUs / off.cpuUs });
    console.log(
      `round ${n}  with ${on.rate.toFixed(0)}/s ${on.cpuUs.toFixed(0)} us  without ${off.rate.toFixed(0)}/s ${off.cpuUs.toFixed(0)} us`,
    );
  }
  console.log(
    `\n${connections} connections, ${rounds} interleaved rounds of ${values.seconds} s, ${guarded.length} tables, medians of with to without:\n` +
      `rate ${median(ratios.map(({ rate }) => rate)).toFixed(2)}, ` +
      `processor time per payment ${median(ratios.map(({ cpu }) => cpu)).toFixed(2)}`,
  );
} finally {
  await db.close();
  await database.stop();
  await service.stop();
  rmSync(root, { recursive: true, force: true });
}
