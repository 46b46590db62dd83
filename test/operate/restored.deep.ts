import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cardFields, client, type Fields } from '../caller.ts';
import { envBeside, officeOf } from '../cli/office.ts';
import { type CapturedService, layPrepared, startCaptured } from '../e2e/start-captured.ts';
import { copyFolder, scratch } from '../embedded.ts';

const others = { ...cardFields, CCNumber: '5555555555554444', CVV: '123' };

test('after a restore no number of the lost time comes again, and reconcile names what was lost', async (t) => {
  const folder = await scratch(t);
  const { lost, credentials } = await loseTime(t, folder);
  const office = officeOf(
    envBeside({ dataFolder: join(folder, 'data'), keysFile: join(folder, 'keys.json') }),
  );

  const done = await office.run('database', 'restored');
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /reconcile/);
  assert.match(done.out, /texts, mails, webhooks, ACH files/);
  const [act] = await office.ask('audit', 'list', '--business', '0', '--limit', '1');
  assert.deepEqual([act.act, act.object], ['database.restored', 'database']);
  assert.equal(act.facts.by, 10_000_000);

  const service = await startCaptured(t, folder, { LOG_LEVEL: 'error' });
  const made = await pay(service, credentials, { ...others, Amount: '12.50' });
  assert.equal(made.state, 'captured');
  assert.ok(BigInt(made.id) > BigInt(lost.id) + 9_000_000n);
  const { id } = await office.ask('business', 'create', ...aBusiness);
  assert.ok(Number(id) > Number(credentials.username) + 9000);
  const running = await office.run('database', 'restored');
  assert.deepEqual([running.code, running.out], [1, '']);
  assert.match(running.err, /still at work on this database/);
  await service.stop();

  const { code, out } = await office.run('reconcile');
  assert.equal(code, 1);
  assert.match(
    out,
    /^charge_unknown business \d+ payment \d+: a charge of 1250 cents stands under/,
  );
  assert.match(out, /\n1 findings\.\n$/);
});

test('a payer is never told of the charge of another, also where nobody said that the database is an older one', async (t) => {
  const folder = await scratch(t);
  const { lost, credentials } = await loseTime(t, folder);
  const service = await startCaptured(t, folder, { LOG_LEVEL: 'error' });
  const made = await pay(service, credentials, { ...others, Amount: '12.50' });
  await service.stop();
  assert.deepEqual([made.id, made.state], [lost.id, 'declined']);
  const office = officeOf(envBeside(service));
  const { code, out } = await office.run('reconcile');
  assert.equal(code, 1);
  assert.match(out, new RegExp(`^charged_unnoticed business \\d+ payment ${lost.id}: `));
});

const aBusiness = [
  ...['--master', '--environment', 'sandbox', '--name', 'Late'],
  ...['--email', 'late@example.com', '--phone', '6175550123'],
];

/** Takes a payment after the database was copied, and puts the copy in its place. */
async function loseTime(t: TestContext, folder: string) {
  await layPrepared(folder);
  const database = join(folder, 'data/postgres');
  copyFolder(database, join(folder, 'backup'));
  const service = await startCaptured(t, folder, { LOG_LEVEL: 'error' });
  const lost = await pay(service, service, { ...cardFields, Amount: '12.50' });
  assert.equal(lost.state, 'captured');
  await service.stop();
  await rm(database, { recursive: true });
  copyFolder(join(folder, 'backup'), database);
  return { lost, credentials: service };
}

async function pay(
  { port }: CapturedService,
  credentials: Pick<CapturedService, 'username' | 'apiKey'>,
  fields: Fields,
) {
  const { call, close } = client(`http://127.0.0.1:${port}`, credentials);
  const { headers } = await call('CreatePayment', fields);
  close();
  return { id: String(headers['x-payment-id']), state: headers['x-payment-state'] };
}
