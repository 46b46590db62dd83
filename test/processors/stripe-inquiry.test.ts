import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { failed, gateway, made } from './stripe-answers.ts';

test('Stripe: payments since the charge are listed page by page, and an endless list is searched', async () => {
  const page = (ids: readonly string[], more: boolean) => ({
    object: 'list',
    data: ids.map((id) => ({ ...made, id, metadata: { reference: id } })),
    has_more: more,
  });
  const since = new Date(Date.UTC(2030, 0, 14));
  const from = String(since.getTime() / 1000 - 300);
  const short = gateway(page(['pi_1', 'pi_2'], true), page(['pi_3'], false));
  assert.deepEqual(await short.processor.inquire('1-a-1', undefined, since), {
    outcome: 'not_found',
  });
  const queries = short.asks.map(({ path }) => new URLSearchParams(path.split('?')[1]));
  assert.deepEqual(
    queries.map((query) => [query.get('created[gte]'), query.get('starting_after')]),
    [
      [from, null],
      [from, 'pi_2'],
    ],
  );
  const endless = gateway(page(['pi_1'], true));
  assert.equal((await endless.processor.inquire('1-a-1', undefined, since)).outcome, 'unknown');
  assert.match(endless.asks.at(-1)!.path, /^\/v1\/payment_intents\/search\?query=metadata/);
  for (const bad of [
    { object: 'list', data: [{}], has_more: false },
    { data: [] },
    { object: 'list' },
  ]) {
    const { processor } = gateway(bad);
    assert.equal((await processor.inquire('1-a-1')).outcome, 'unknown', JSON.stringify(bad));
  }
});

test('Stripe: the key is good where it reads all that it must, and its mode is that of the money', async () => {
  const list = { object: 'list', data: [], has_more: false };
  const good = gateway({ livemode: false }, list);
  assert.deepEqual(await good.processor.check(), { outcome: 'good', isTestMode: true });
  assert.equal(good.asks.length, 5);
  const other = gateway({ livemode: true }, list);
  assert.equal((await other.processor.check()).outcome, 'unknown');
  const message = 'Canary: no permission for sk_test_Canary';
  const refusal = failed(403, { type: 'invalid_request_error', message });
  const poor = await gateway({ livemode: false }, refusal).processor.check();
  assert.deepEqual(poor, { outcome: 'refused', message: 'Canary: no permission for [secret]' });
  const down = gateway(failed(503, { type: 'api_error' }));
  assert.equal((await down.processor.check()).outcome, 'unknown');
});
