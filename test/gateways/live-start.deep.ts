import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { callBy } from '../asmx/bindings.ts';
import { cardFields, client } from '../caller.ts';
import { servesPayments } from '../campaign/processes.ts';
import { envBeside, officeOf } from '../cli/office.ts';
import { runQuittance } from '../cli/run-quittance.ts';
import { nobody, othersCanRun } from '../embedded.ts';
import { askRefund } from '../followups/shop.ts';
import { freePort } from '../free-port.ts';
import { type Double, type EveryGateway, everyGateway } from './every-gateway.ts';

/* Live mode from the first command to the money: one account at each gateway, by the command line and over HTTP. */

const quittance = join(import.meta.dirname, '../../bin/quittance');
const dayMs = 24 * 3_600_000;
const { CCNumber } = cardFields;

/** A live service and who sees to it; undefined where it would have to run as root. */
async function openLiveService(t: TestContext) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !(await othersCanRun(t))) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'quittance-live-'));
  if (isRoot) chownSync(folder, nobody.uid, nobody.gid);
  const user = isRoot ? nobody : undefined;
  const port = await freePort();
  const [dataFolder, keysFile] = [join(folder, 'data'), join(folder, 'keys.json')];
  const live = { QUITTANCE_MODE: 'live', PUBLIC_URL: 'https://pay.example.com' };
  const env = { ...envBeside({ dataFolder, keysFile }), ...live };
  const made = await runQuittance(['vault', 'make-keys'], env, { ...(user && { user }) });
  assert.equal(made.code, 0, made.err);
  const service = spawn(quittance, ['all'], {
    ...(user && { ...user, cwd: '/' }),
    env: {
      ...process.env,
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: undefined,
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  });
  t.after(async () => {
    const gone = once(service, 'exit');
    if (service.exitCode === null && service.kill('SIGTERM')) await gone;
    rmSync(folder, { recursive: true, force: true });
  });
  while (!(await servesPayments(port))) {
    assert.equal(service.exitCode, null, 'the service did not start');
    await delay(50);
  }
  const office = officeOf(env);
  const run = async (words: readonly string[], input = '') => {
    const { code, out, err } = await office.runWith(input, ...words);
    assert.equal(code, 0, `${words.join(' ')}: ${err}`);
    return out;
  };
  return { run, baseUrl: `http://127.0.0.1:${port}` };
}

type LiveService = NonNullable<Awaited<ReturnType<typeof openLiveService>>>;

/** A live business with an account at this gateway, as an operator makes it. */
async function openBusiness({ run }: LiveService, gateway: EveryGateway, double: Double) {
  const { name, key, merchant } = gateway;
  const who = ['--name', `At ${name}`, '--email', `${name}@example.com`, '--phone', '2125550100'];
  const made = ['business', 'create', '--master', '--environment', 'live', ...who, '--json'];
  const { id, username, apiKey } = JSON.parse(await run(made));
  await run(['business', 'activate', String(id), '--reason', 'reviewed']);
  const account = ['--business', String(id), '--processor', name, '--address', double.url];
  const more = merchant === undefined ? [] : ['--merchant', merchant];
  await run(['processor', 'connect', ...account, ...more, '--key-file', '-'], key);
  return { id: String(id), username, apiKey };
}

/** What the gateway did, as `sale 1000 1111`: kind, cents and last four digits. */
function doneAt(double: Double): string[] {
  return approvedAt(double).map(({ type, cents, last4 }) => `${type} ${cents} ${last4}`);
}

function approvedAt(double: Double) {
  const lines = double.journal().split('\n');
  const entries = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  return entries.filter(({ event }) => event === 'approved');
}

async function tryIt(t: TestContext, service: LiveService, gateway: EveryGateway) {
  let aheadMs = 0;
  const double = await gateway.open(() => new Date(Date.now() + aheadMs));
  t.after(double.close);
  const caller = await openBusiness(service, gateway, double);
  const { baseUrl, run } = service;
  const api = client(baseUrl, caller);
  t.after(api.close);
  const call = async (operation: string, fields: Readonly<Record<string, unknown>>) => {
    const { status, body } = await api.call(operation, fields);
    assert.equal(status, 200, `${gateway.name} ${operation}: ${body}`);
    return JSON.parse(body).Data;
  };
  const pay = async (OrderNumber: string, more: Readonly<Record<string, unknown>> = {}) =>
    await call('CreatePayment', { ...cardFields, Amount: '10.00', OrderNumber, ...more });
  const refund = async (PaymentID: string, more: Readonly<Record<string, string>> = {}) => {
    const who = { business: {}, ...caller } as unknown as Parameters<typeof askRefund>[1];
    const fields = { RefundType: 'Full', PaymentID, ...more };
    const told = await askRefund(baseUrl, who, fields, undefined);
    assert.equal(told.state, 'succeeded', `${gateway.name}: ${told.text}`);
  };

  await pay('sale', { CreateToken: true });
  const held = await pay('held', { ChargeType: 'Authorize', Amount: '20.00' });
  const capture = { ChargeType: 'Capture', TransactionID: held.InvoiceID, Amount: '15.00' };
  await call('ProcessAuthorization', capture);
  const other = await pay('other', { ChargeType: 'Authorize', Amount: '30.00' });
  await refund(other.InvoiceID);
  const kept = await pay('kept', { Amount: '40.00', CreateToken: true });
  // The gateway settles by its own clock.
  aheadMs = 2 * dayMs;
  await refund(kept.InvoiceID, { RefundType: 'Partial', Amount: '4.00' });
  const expected = ['sale 1000', 'auth 2000', 'capture 1500', 'auth 3000', 'void 3000'];
  assert.deepEqual(
    doneAt(double).map((line) => line.replace(/ \S+$/, '')),
    [...expected, 'sale 4000', 'refund 400'],
    gateway.name,
  );

  const CardToken: string = kept.TokenResult;
  const subscribe = async (amount: string) => {
    const price = ['--amount', amount, '--interval', 'monthly', '--token', CardToken];
    await run(['subscription', 'create', '--business', caller.id, ...price]);
    const { isByToken, initiatedBy } = approvedAt(double).at(-1)!;
    // Where the gateway keeps cards, by its token; and by nobody but the business.
    if (gateway.chargesByNumber) assert.notEqual(isByToken, true, gateway.name);
    else assert.deepEqual([isByToken, initiatedBy], [true, 'merchant'], gateway.name);
    return doneAt(double).at(-1);
  };
  assert.equal(await subscribe('5.00'), `sale 500 ${CCNumber.slice(-4)}`, gateway.name);
  const blank = { FirstName: '', LastName: '', Address1: '', PostalCode: '' };
  const card = { CardNumber: '5555555555554444', ExpirationDate: '0635' };
  const sent = { Token: caller.apiKey, Username: caller.username, CardToken, ...blank, ...card };
  const { body } = await callBy('HTTP POST', baseUrl, 'AcquirerATokenUpdate', sent);
  assert.match(body, /Token updated/);
  assert.equal(await subscribe('6.00'), 'sale 600 4444', gateway.name);
  return await run(['processor', 'list', '--business', caller.id]);
}

test('a live service charges, captures, voids, refunds and begins a subscription at one account of each gateway', async (t) => {
  const service = await openLiveService(t);
  if (!service) return;
  for (const gateway of everyGateway)
    assert.match(await tryIt(t, service, gateway), /live/, gateway.name);
});
