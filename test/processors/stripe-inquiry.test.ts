import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { failed, gateway, made, paid } from './stripe-answers.ts';

const empty = { object: 'search_result', data: [], has_more: false };

test('Stripe: a payment is searched for, and without that those of its time are listed page by page', async () => {
  const page = (ids: readonly string[], more: boolean) => ({
    object: 'list',
    data: ids.map((id) => ({ ...made, id, metadata: { reference: id } })),
    has_more: more,
  });
  const since = new Date(Date.UTC(2030, 0, 14));
  const at = since.getTime() / 1000;
  const [from, until] = [String(at - 300), String(at + 1800)];
  const short = gateway(empty, page(['pi_1', 'pi_2'], true), page(['pi_3'], false));
  assert.deepEqual(await short.processor.inquire('1-a-1', undefined, since), {
    outcome: 'not_found',
  });
  const queries = short.asks.map(({ path }) => new URLSearchParams(path.split('?')[1]));
  assert.deepEqual(
    queries.map((query) => [
      ...[query.get('query'), query.get('created[gte]'), query.get('created[lte]')],
      query.get('starting_after'),
    ]),
    [
      ["metadata['reference']:'1-a-1'", null, null, null],
      [null, from, until, null],
      [null, from, until, 'pi_2'],
    ],
  );
  const found = { ...empty, data: [made] };
  const searched = gateway(found, { ...made, status: 'canceled' });
  const told = await searched.processor.inquire('1-a-1', undefined, since);
  assert.deepEqual([told.outcome, searched.asks.length], ['canceled', 2]);
  // What cannot be searched is listed.
  for (const none of [
    failed(400, { type: 'invalid_request_error' }),
    '',
    { ...found, data: [{}] },
  ]) {
    const { processor } = gateway(none, page([], false));
    assert.equal((await processor.inquire('1-a-1', undefined, since)).outcome, 'not_found');
  }
  const endless = gateway(empty, page(['pi_1'], true));
  assert.equal((await endless.processor.inquire('1-a-1', undefined, since)).outcome, 'unknown');
  for (const bad of [
    { object: 'list', data: [{}], has_more: false },
    { data: [] },
    { object: 'list' },
  ]) {
    const { processor } = gateway(bad);
    assert.equal((await processor.inquire('1-a-1')).outcome, 'unknown', JSON.stringify(bad));
  }
});

test('Stripe: a list of more than a feed may have is read to its end', async () => {
  const ids = Array.from({ length: 20_010 }, (_, i) => `pi_${i}`);
  const pages = ids.map((id, i) => ({
    object: 'list',
    data: [{ ...made, id, metadata: { reference: i === 20_005 ? '1-a-1' : id } }],
    has_more: i < 20_009,
  }));
  const busy = gateway(empty, ...pages, { ...made, id: 'pi_20005', status: 'canceled' });
  const told = await busy.processor.inquire('1-a-1', undefined, new Date(0));
  assert.equal(told.outcome, 'canceled');
});

test('Stripe: a cancel is confirmed by a refund that goes through, and by no other', async () => {
  const found = { ...empty, data: [made] };
  for (const [status, outcome] of [
    ['succeeded', 'canceled'],
    ['pending', 'canceled'],
    ['failed', 'unknown'],
    ['canceled', 'unknown'],
    ['requires_action', 'unknown'],
  ] as const) {
    const refund = {
      ...{ id: 're_3Abc', object: 'refund', amount: 1000, currency: 'usd', status },
      ...{ payment_intent: 'pi_3Abc', metadata: { reference: '1-a-1' } },
    };
    const shown = [[], [refund]].map((data) => ({ object: 'list', data, has_more: false }));
    for (const before of shown) {
      const { processor } = gateway(found, paid, before, refund);
      assert.equal((await processor.cancel('1-a-1')).outcome, outcome, status);
    }
  }
});

test('Stripe: a refund of a cancel that did not go through is not sent again, and what others refunded needs none', async () => {
  const found = { ...empty, data: [made] };
  const list = (refund: object) => ({ object: 'list', data: [refund], has_more: false });
  const refund = {
    ...{ id: 're_3Abc', object: 'refund', amount: 1000, currency: 'usd', status: 'pending' },
    ...{ payment_intent: 'pi_3Abc', metadata: { reference: '1-a-1' } },
  };
  // The answer of its key would come again.
  const undone = gateway(found, paid, list({ ...refund, status: 'failed' }), refund);
  assert.equal((await undone.processor.cancel('1-a-1')).outcome, 'unknown');
  assert.ok(undone.asks.every(({ method }) => method === 'GET'));
  const given = gateway(found, paid, list({ ...refund, metadata: {} }));
  assert.equal((await given.processor.cancel('1-a-1')).outcome, 'canceled');
});

test('Stripe: a part that was captured, and refunded by somebody, is all that was taken', async () => {
  const charge = { ...paid.latest_charge, amount_refunded: 400 };
  const part = { ...paid, capture_method: 'manual', amount_received: 400, latest_charge: charge };
  const refund = {
    ...{ id: 're_3Abc', object: 'refund', amount: 400, currency: 'usd', status: 'succeeded' },
    ...{ payment_intent: 'pi_3Abc', metadata: {} },
  };
  const refunds = { object: 'list', data: [refund], has_more: false };
  const { processor } = gateway({ ...empty, data: [made] }, part, refunds);
  assert.equal((await processor.inquire('1-a-1')).outcome, 'canceled');
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
