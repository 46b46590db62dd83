import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { peakMemoryMb } from './cpu.ts';

/*
 * How long it takes, and how much memory the command needs, to move so many customers in, in once more, and out, and to
 * back the installation up and restore it; and whether all rows arrived. Every command is a process of its own beside a
 * running service, as for an operator.
 */
const { values } = parseArgs({ options: { customers: { type: 'string', default: '100000' } } });
const wanted = Number(values.customers);

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-moving-'));
const program = join(import.meta.dirname, '../bin/quittance');
const data = join(root, 'data');
const env = {
  ...process.env,
  PORT: '0',
  LOG_LEVEL: 'error',
  DATABASE_URL: undefined,
  QUITTANCE_DATA: data,
  QUITTANCE_KEYS: join(root, 'keys.json'),
};
const service = spawn(program, ['all'], { env, stdio: 'ignore' });
try {
  const first = join(data, 'first-start.json');
  while (!existsSync(first)) await delay(200);
  await delay(2000);
  const { username } = JSON.parse(readFileSync(first, 'utf8'));
  const file = join(root, 'customers.csv');
  await writeCustomers(file);
  console.log(`${wanted} customers, ${Math.round(statSync(file).size / 1e6)} MB of CSV\n`);
  const of = ['--business', username];
  await measure('import', [
    'import',
    'customers',
    file,
    ...of,
    '--report',
    join(root, 'report.ndjson'),
  ]);
  await measure('import again', ['import', 'customers', file, ...of]);
  await measure('export', ['export', username, '--to', join(root, 'exported')]);
  const exported = JSON.parse(readFileSync(join(root, 'exported', 'export.json'), 'utf8'));
  await measure('backup', ['backup', join(root, 'backup')]);
  const restored = join(root, 'restored');
  await measure('restore', ['restore', join(root, 'backup')], { QUITTANCE_DATA: restored });
  const counts = { before: await rowsIn(data), after: await rowsIn(restored) };
  console.log(`\nexported: ${JSON.stringify(exported.rows)}`);
  console.log(`rows: ${JSON.stringify(counts)}`);
} finally {
  service.kill();
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(root, { recursive: true, force: true });
}

/** Of the tables that moving fills. */
async function rowsIn(folder: string): Promise<unknown> {
  const quiet = { info() {}, warn() {}, error: console.error };
  const server = await startEmbedded({ folder: join(folder, 'postgres'), log: quiet });
  const db = connect(server.url, { size: 1, tenants: 'all' });
  const [row] = await db.query(
    `select (select count(*) from customers) as customers, (select count(*) from events) as events,
       (select count(*) from audit_trail) as audit_trail`,
  );
  await db.close();
  await server.stop();
  return Object.fromEntries(Object.entries(row as object).map(([name, n]) => [name, String(n)]));
}

async function writeCustomers(path: string): Promise<void> {
  const file = await open(path, 'w');
  await file.write(
    'id,firstName,lastName,email,phone,address1,city,stateCode,postalCode,details\n',
  );
  for (let from = 0; from < wanted; from += 10_000) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(from + 10_000, wanted); n += 1) {
      lines.push(
        `C-${n},Ada,Park ${n},ada${n}@example.com,${3_000_000_000 + n},1 Main Street,New York,NY,10001,"{""Shoe"":""42""}"\n`,
      );
    }
    await file.write(lines.join(''));
  }
  await file.close();
}

async function measure(
  name: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const begun = performance.now();
  const child = spawn(program, words, {
    env: { ...env, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  let code: number | null | undefined;
  child.once('exit', (exit) => {
    code = exit;
  });
  let peak = 0;
  while (code === undefined) {
    // Not a number once the process has ended.
    peak = Math.max(peak, peakMemoryMb(child.pid!) || 0);
    await delay(100);
  }
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`);
  const seconds = (performance.now() - begun) / 1000;
  const rate = Math.round(wanted / seconds);
  console.log(
    `${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s  ${String(rate).padStart(7)}/s  ${peak.toFixed(0)} MB`,
  );
}
