import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cardFields, client } from '../caller.ts';
import { envBeside, officeOf } from '../cli/office.ts';
import { freshDatabase } from '../database.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { freePort } from '../free-port.ts';

test('one command gives a sandbox business an account at a double, and another one tries the contract there', async (t) => {
  const { db, url } = await freshDatabase(t);
  const folder = await scratch(t);
  const settings = { DATABASE_URL: url, GATEWAY_DOUBLES_PORT: String(await freePort()) };
  const service = await startCaptured(t, folder, settings);
  const [business] = await db.query<{ id: bigint }>(
    'select business_id as id from businesses where username = $1',
    [service.username],
  );
  const { run } = officeOf({ ...envBeside(service), ...settings });
  const command = async (...words: string[]) =>
    await run(...words, '--business', String(business!.id));
  const connected = await command('processor', 'connect', '--processor', 'nmi', '--double');
  assert.equal(connected.code, 0, connected.err);
  const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
  const order = { ...cardFields, CCNumber: '4111111111111111', Amount: '12.50' };
  const { status, body } = await call('CreatePayment', { ...order, OrderNumber: 'A-1' });
  close();
  assert.equal(status, 200, body);
  const [row] = await db.query<{ processor: string; state: string }>(
    'select processor, state from payments',
  );
  assert.deepEqual(row, { processor: 'nmi', state: 'captured' });

  const transcript = join(folder, 'transcript.txt');
  const { out } = await command(
    ...['processor', 'check', 'nmi', '--contract', '--transcript', transcript],
  );
  assert.match(out, /^dup_seconds=0 .* agrees$/m);
  const said = await readFile(transcript, 'utf8');
  assert.match(said, /POST \/api\/transact\.php/);
  assert.ok(!said.includes('4111111111111111') && !said.includes('sandbox-gateway-key'));

  const wrong = await command(
    'processor',
    'connect',
    '--processor',
    'nmi',
    '--double',
    '--merchant',
    'x',
  );
  assert.equal(wrong.code, 2);
  assert.equal((await command('processor', 'connect', '--processor', 'nmi')).code, 2);
});
