import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { storeFigures } from '../src/payments/figures/daily-figures.ts';
import { countPeakAnew, memoryMb, peakMemoryMb } from './cpu.ts';
import { deskLists } from './desk-lists.ts';
import { percentile } from './load.ts';
import { loadPortal } from './portal-load.ts';
import { firstStart, startService } from './service.ts';
import { someOf, storeLists } from './stored-lists.ts';
import { storeTexts } from './stored-texts.ts';

/*
 * How long the lists of /v1 take over HTTP, one caller at a time, for each filter, search and direction; the time of a
 * CSV of all payments and of some, with the most memory that the service had meanwhile; and when the screens of the portal
 * are there in a browser. A second business of the same size lies between the rows of the first.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    /** In all; as many as pay if left out. */
    customers: { type: 'string', default: '0' },
    /** With them conversations, pay links, subscriptions, mails and notes; without, none of these. */
    texts: { type: 'string', default: '0' },
    /** Only what the staff has open all day. */
    desk: { type: 'boolean', default: false },
    calls: { type: 'string', default: '20' },
    /** Lists and screens whose address has this part; `csv` or `portal`: that alone. */
    only: { type: 'string', default: '' },
    /** A folder that is kept: the next run finds the rows in it. */
    keep: { type: 'string' },
  },
});
const rows = Number(values.rows);
const calls = Number(values.calls);
const sizes = { rows, customers: Number(values.customers), texts: Number(values.texts) };

const root =
  values.keep ?? mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-lists-'));
const folder = join(root, 'data');
mkdirSync(folder, { recursive: true });
const service = await startService('serve', folder, 8493);
// Joins the server that the service runs.
const quiet = { info() {}, warn() {}, error: console.error };
const database = await startEmbedded({ folder: join(folder, 'postgres'), log: quiet });
const db = connect(database.url, { size: 1, tenants: 'all' });
const slow: string[] = [];
try {
  const begun = performance.now();
  const [some] = await db.query('select 1 from payments limit 1');
  if (!some) {
    await storeLists(db, rows);
    if (sizes.texts > 0) await storeTexts(db, sizes);
  }
  console.log(`${rows} payments of each business, stored in ${seconds(begun)} s\n`);
  const stored = performance.now();
  const days = await storeFigures({ db, now: () => new Date() });
  console.log(`${days} days of figures stored in ${seconds(stored)} s\n`);
  const { apiKey, username } = await firstStart(folder);
  const get = (path: string, accept = 'application/json') =>
    fetch(`http://127.0.0.1:${service.port}${path}`, {
      headers: { Authorization: `Bearer ${apiKey}`, Accept: accept },
    });
  const measured = [
    ...(values.desk ? [] : Object.entries(lists())),
    ...(sizes.texts > 0 ? Object.entries(deskLists(sizes)) : []),
  ];
  for (const [path, queries] of measured) {
    for (const query of queries) {
      if (`${path}?${query}`.includes(values.only)) await measure(get, path, query);
    }
  }
  console.log(`\nover 200 ms at the 95th percentile: ${slow.join(', ') || 'none'}\n`);
  if (!values.desk && 'csv'.includes(values.only)) {
    for (const query of ['', 'status=declined', 'q=Ada']) await writeCsv(get, query);
  }
  if (!values.desk && 'portal'.includes(values.only))
    await loadPortal({ folder, port: service.port, username, some: someOf(rows) });
} finally {
  await db.close();
  await database.stop();
  await service.stop();
  if (values.keep === undefined) rmSync(root, { recursive: true, force: true });
}

type Get = (path: string, accept?: string) => Promise<Response>;

/** The first page, the one behind it, and the one before that; with the times of all three. */
async function measure(get: Get, path: string, query: string): Promise<void> {
  const times: number[] = [];
  let found = 0;
  const call = async (more: string) => {
    const begun = performance.now();
    const response = await get(`${path}?${query}${more}`);
    const body = await response.json();
    times.push(performance.now() - begun);
    if (response.status !== 200) throw new Error(`${path}?${query}: ${JSON.stringify(body)}`);
    return body as { data?: unknown[]; next?: string | null; previous?: string | null };
  };
  for (let n = 0; n < calls; n += 1) {
    const page = await call('');
    found = page.data?.length ?? 1;
    if (!page.next) continue;
    const { previous } = await call(`&after=${page.next}`);
    if (previous) await call(`&before=${previous}`);
  }
  const sorted = Float64Array.from(times).sort();
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  if (p95 > 200) slow.push(`${path}?${query}`);
  const name = `${path}?${query}`.padEnd(80);
  console.log(
    `${name} ${p50.toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(8)} ms  ${found} rows`,
  );
}

async function writeCsv(get: Get, query: string): Promise<void> {
  const pid = service.process.pid!;
  const before = memoryMb(pid);
  countPeakAnew(pid);
  const begun = performance.now();
  const response = await get(`/v1/payments?${query}`, 'text/csv');
  let lines = -1;
  for await (const chunk of response.body!) {
    for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1;
  }
  console.log(
    `CSV of ?${query}: ${lines} payments in ${seconds(begun)} s; memory of the service ${before.toFixed(0)} MB before, ` +
      `at most ${peakMemoryMb(pid).toFixed(0)} MB meanwhile`,
  );
}

function lists(): Record<string, readonly string[]> {
  const some = someOf(rows);
  const day = (share: number) =>
    new Date(Date.now() - (1 - share) * 2 * 365 * 86_400_000).toISOString();
  const between = (from: string, to: string) => [
    `${from}=${day(0.5)}`,
    `${to}=${day(0.5)}`,
    `${from}=${day(0.5)}&${to}=${day(0.501)}`,
  ];
  const email = encodeURIComponent(`payer${some.n}@example.com`);
  const digits = String(3_000_000_000 + some.n);
  const phone = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  const typed = (...texts: readonly string[]) =>
    texts.map((text) => `q=${encodeURIComponent(text)}`);
  // Of one payer, of a few, of many, of a fifth of all, and of all.
  const ofPayers = [
    `q=${email}`,
    ...typed(digits, phone, `+1 ${phone}`, phone.slice(0, 9), 'PAYER30'),
    ...typed(
      'Park7',
      'park12',
      'Ada Park7',
      'Park7 Ada',
      'Park7, A',
      'Park1',
      'ada',
      'park',
      'nobody',
    ),
  ];
  const ofOrders = typed(
    some.order,
    some.order.toUpperCase(),
    some.order.slice(0, -2),
    'order-1',
    'ORD',
  );
  const searches = [...ofPayers, ...ofOrders];
  return {
    '/v1/payments': [
      '',
      ...['settled', 'captured', 'declined', 'voided', 'expired', 'unknown', 'capturing'].map(
        (status) => `status=${status}`,
      ),
      ...['method=card', 'method=bank', 'isTest=true', 'currency=USD', 'currency=CAD'],
      ...['brand=visa', 'brand=discover', 'processor=simulator', 'processor=gone'],
      `customerId=${some.customer}`,
      `orderNumber=${some.order}`,
      `token=card_${String(some.n).padStart(24, '0')}`,
      ...['last4=4242', 'last4=none', `batchId=${some.batch}`],
      ...['amount=1250', 'amount=99999', 'amountFrom=20000', 'amountFrom=99999', 'amountTo=510'],
      ...between('createdFrom', 'createdTo'),
      `createdTo=${day(0.5)}&status=declined`,
      'amount=1250&status=declined',
      ...[`q=${some.payment}`, ...searches, 'q=4242', 'q=12.50', 'q=12', 'q=%2412.50'],
      'q=ada&status=declined',
    ],
    '/v1/invoices': [
      '',
      ...['status=open', 'status=paid', 'status=canceled', `customerId=${some.customer}`],
      ...[`orderNumber=${some.order}`, `paymentId=${some.payment}`, 'amount=1250', 'amount=99999'],
      ...[
        'amountFrom=20000',
        'amountTo=510',
        'currency=CAD',
        ...between('createdFrom', 'createdTo'),
      ],
      ...[`q=${some.payment}`, ...searches, 'q=12.50', 'q=12'],
    ],
    '/v1/tokens': [
      '',
      ...[
        'method=bank',
        'status=disabled',
        'brand=visa',
        'last4=4242',
        `customerId=${some.customer}`,
      ],
      ...between('createdFrom', 'createdTo'),
      ...[`q=card_${String(some.n).padStart(24, '0')}`, 'q=4242', ...ofPayers],
    ],
    '/v1/batches': ['', 'status=funded', 'status=mismatch', ...between('createdFrom', 'createdTo')],
    '/v1/refunds': [
      '',
      ...['status=succeeded', 'status=failed', 'status=unknown', 'kind=refund', 'kind=void'],
      `paymentId=${some.payment}`,
      ...['amount=100', 'actor=nobody', ...between('createdFrom', 'createdTo')],
      ...[`q=${some.payment}`, ...searches, 'q=4242', 'q=1.00'],
    ],
    '/v1/customers': [
      '',
      'status=inactive',
      ...[`externalId=member%20${some.n}`, `email=${email}`, `phone=${3_000_000_000 + some.n}`],
      ...between('createdFrom', 'createdTo'),
      ...[`q=${some.customer}`, ...ofPayers],
    ],
    '/v1/events': [
      '',
      ...[
        'kind=payment.captured',
        'kind=payment.declined',
        'kind=none',
        `objectId=${some.payment}`,
      ],
      ...between('createdFrom', 'createdTo'),
      ...[`q=${some.payment}`, 'q=payment.d', 'q=nothing'],
    ],
    '/v1/ledger/transfers': [
      '',
      ...['account=sales', 'account=none', `paymentId=${some.payment}`],
      ...[`batchId=${some.batch}`, 'disputeId=5'],
      ...between('madeFrom', 'madeTo'),
    ],
    '/v1/figures': [30, 180, 365].map((days) => `from=${day(1 - days / 730).slice(0, 10)}`),
    '/v1/home': [''],
  };
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0);
}
