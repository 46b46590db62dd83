import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeFixture } from '../fixture.ts';
import { openOffice } from './office.ts';

const fixture = await makeFixture({ after });
const { run, ask } = openOffice(fixture);

test('the list of accounts says which one takes payments, and which is the fallback', async () => {
  const { business } = await fixture.addBusiness();
  const of = ['--business', String(business.id)];
  for (const name of ['first', 'second', 'third']) {
    await fixture.db.query(
      `insert into processor_accounts (business_id, name, processor, environment, currency, state, address, key_number,
         created_at, checked_at)
       values ($1, $2, 'nmi', 'sandbox', 'USD', 'active', 'http://127.0.0.1:1', 1, $3, $3)`,
      [business.id, name, fixture.clock.now()],
    );
  }
  const list = async () => (await run('processor', 'list', ...of)).out.trimEnd().split('\n').at(-1);
  await ask('processor', 'choose', 'first', ...of);
  assert.equal(await list(), 'Card payments go to: first for USD.');
  await ask('processor', 'choose', 'second', ...of, '--use', 'fallback');
  assert.equal(
    await list(),
    'Card payments go to: first for USD. Those that fail there go to: second for USD.',
  );
  const rows: { name: string; use?: string }[] = await ask('processor', 'list', ...of);
  const uses = Object.fromEntries(rows.map(({ name, use }) => [name, use]));
  assert.deepEqual(uses, { first: 'payments', second: 'fallback', third: undefined });
});
