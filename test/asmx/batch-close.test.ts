import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeFixture } from '../fixture.ts';
import { openTill } from '../settlement/till.ts';
import { bindings, callBy } from './bindings.ts';

const fixture = await makeFixture({ after });
const name = 'BatchCloseAcquirerB';

for (const binding of bindings) {
  test(`the open batch is closed by ${binding}, and the answer is empty`, async (t) => {
    const till = await openTill(t, { fixture });
    const { username, apiKey } = till.caller;
    const sent = { Token: apiKey, Username: username };
    await till.pay();
    await till.pay();
    const heard = [
      await callBy(binding, till.baseUrl, name, sent),
      await callBy(binding, till.baseUrl, name, sent),
    ];
    const empty = binding.startsWith('SOAP') ? /<BatchCloseAcquirerBResponse [^>]*\/>/ : /^$/;
    for (const { status, body } of heard) {
      assert.equal(status, 200, body);
      assert.match(body, empty);
    }
    const [batch, ...more] = await till.batches();
    assert.deepEqual([batch?.state, batch?.items, more.length], ['reconciled', 2, 0]);
    const [row] = await fixture.db.query<{ actor: string }>(
      'select actor from batches where business_id = $1',
      [till.caller.business.id],
    );
    assert.equal(row!.actor, `api:${username}`);
  });
}

test('a processor that does not answer is none of the caller’s business: the answer is the same', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  fixture.bank.script({ batch: 'timeout_after_booking' });
  const { username, apiKey } = till.caller;
  const sent = { Token: apiKey, Username: username };
  const { status, body } = await callBy('HTTP POST', till.baseUrl, name, sent);
  assert.deepEqual([status, body], [200, '']);
  assert.equal((await till.batches())[0]!.state, 'unknown');
});

test('who may not take payments is refused as everywhere', async (t) => {
  const { baseUrl } = await openTill(t, { fixture });
  const told: string[] = [];
  for (const state of ['messaging_only', 'suspended'] as const) {
    const { username, apiKey } = await fixture.addBusiness({ state });
    const sent = { Token: apiKey, Username: username };
    const { status, body } = await callBy('HTTP POST', baseUrl, name, sent);
    assert.equal(status, 500);
    told.push(body.trim());
  }
  assert.deepEqual(told, [
    'Payments are not activated for this business; its account manager can activate them.',
    'This business cannot take payments at present.',
  ]);
});

test('a live business has no acquirer connected: the answer is empty in every binding', async (t) => {
  const { baseUrl } = await openTill(t, { fixture });
  for (const state of ['messaging_only', 'payments_pending', 'payments_enabled'] as const) {
    const { username, apiKey } = await fixture.addBusiness({ environment: 'live', state });
    for (const binding of bindings) {
      const sent = { Token: apiKey, Username: username };
      const { status, body } = await callBy(binding, baseUrl, name, sent);
      assert.equal(status, 200, body);
      const empty = binding.startsWith('SOAP') ? /<BatchCloseAcquirerBResponse [^>]*\/>/ : /^$/;
      assert.match(body, empty);
    }
  }
});
