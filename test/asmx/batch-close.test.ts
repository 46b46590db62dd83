import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTill } from '../settlement/till.ts';
import { makeHouse } from '../world.ts';
import { bindings, callBy } from './bindings.ts';

const house = await makeHouse({ after });
const name = 'BatchCloseAcquirerB';

for (const binding of bindings) {
  test(`the open batch is closed by ${binding}, and the answer is empty`, async (t) => {
    const till = await openTill(t, { house });
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
    const [row] = await house.db.query<{ actor: string }>(
      'select actor from batches where business_id = $1',
      [till.caller.business.id],
    );
    assert.equal(row!.actor, `api:${username}`);
  });
}

test('a processor that does not answer is none of the caller’s business: the answer is the same', async (t) => {
  const till = await openTill(t, { house });
  await till.pay();
  house.bank.script({ batch: 'timeout_after_booking' });
  const { username, apiKey } = till.caller;
  const sent = { Token: apiKey, Username: username };
  const { status, body } = await callBy('HTTP POST', till.baseUrl, name, sent);
  assert.deepEqual([status, body], [200, '']);
  assert.equal((await till.batches())[0]!.state, 'unknown');
});

test('who may not take payments is refused as everywhere', async (t) => {
  const { baseUrl } = await openTill(t, { house });
  const told: string[] = [];
  for (const state of ['messaging_only', 'suspended'] as const) {
    const { username, apiKey } = await house.addBusiness({ state });
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
