import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { ChargeRequest } from '../../src/ports/processors/processor.ts';
import type { Ask } from '../../src/runtime/http-out/http-call.ts';
import { approval, failed, fieldsOf, gateway, made, number, paid } from './stripe-answers.ts';

/* Cards that the gateway keeps, and what happens between the payment and its card. */

const token = new Secret('cus_9Xyz/pm_8Canary');
const owned = { ...made, customer: 'cus_9Xyz' };
const byToken = (more: Pick<Partial<ChargeRequest>, 'initiation' | 'processorToken'> = {}) => {
  const plain = chargeRequest('1-a-1', number, { processorToken: token, ...more });
  return { ...plain, card: { ...plain.card, cvv: undefined } };
};

test('Stripe: a card that is kept is charged by its name and that of its customer', async () => {
  const exemption = 'payment_method_options[card][mit_exemption][network_transaction_id]';
  for (const [by, off_session] of [
    ['merchant', 'true'],
    ['customer', undefined],
  ] as const) {
    const use = { use: 'again', purpose: 'recurring', networkTransactionId: '98765' } as const;
    const { processor, asks } = gateway(made, owned, { ...paid, customer: 'cus_9Xyz' });
    const answer = await processor.charge(byToken({ initiation: { by, ...use } }));
    assert.deepEqual(answer, approval);
    const [create, give, confirm] = asks as [Ask, Ask, Ask];
    assert.equal(create.headers['idempotency-key'], '1-a-1-c');
    assert.equal(give.path, '/v1/payment_intents/pi_3Abc');
    assert.deepEqual(
      [give.headers['idempotency-key'], fieldsOf(give)],
      ['1-a-1-u', { customer: 'cus_9Xyz' }],
    );
    assert.equal(confirm.path, '/v1/payment_intents/pi_3Abc/confirm');
    assert.equal(confirm.headers['idempotency-key'], '1-a-1-t');
    const fields = fieldsOf(confirm);
    assert.deepEqual([fields.payment_method, fields.off_session], ['pm_8Canary', off_session]);
    // The gateway has it from when the card was kept.
    assert.equal(fields[exemption], undefined);
    for (const { body } of asks) assert.ok(!body.includes(number) && !body.includes('[card][exp'));
  }
});

test('Stripe: where a card is not kept any more its number pays the same payment, once', async () => {
  const missing = (status: number, code: string | undefined, message: string) =>
    failed(status, { type: 'invalid_request_error', ...(code && { code }), message });
  const gone = missing(400, 'resource_missing', "No such customer: 'cus_9Xyz'");
  for (const bodies of [
    [made, gone],
    // The account has no right to customers.
    [made, failed(403, { type: 'invalid_request_error', message: 'Not allowed.' })],
    [made, owned, missing(400, 'resource_missing', "No such PaymentMethod: 'pm_8Canary'")],
    // In words alone: then the payment tells that it has met no card.
    [made, owned, missing(400, undefined, 'It may not be used again.'), owned],
    [
      ...[made, owned],
      missing(
        400,
        undefined,
        'The customer does not have a payment method with the ID pm_8Canary.',
      ),
      owned,
    ],
  ]) {
    const { processor, asks } = gateway(...bodies);
    const answer = await processor.charge(byToken());
    assert.equal(answer.outcome === 'rejected' && answer.because, 'token');
    assert.ok(!JSON.stringify(answer).includes('Canary'), 'its name is told');
    assert.equal(asks.length, bodies.length);
    const again = gateway(made, paid);
    assert.deepEqual(await again.processor.charge(chargeRequest('1-a-1', number)), approval);
    assert.deepEqual(
      again.asks.map(({ headers }) => headers['idempotency-key']),
      ['1-a-1-c', '1-a-1-f'],
    );
    assert.equal(again.asks[0]!.body, asks[0]!.body, 'it is the same payment');
  }
});

test('Stripe: without a good answer to whose payment it is no card is sent', async () => {
  const lost = { kind: 'unknown', reason: 'no answer in time' } as const;
  for (const bad of ['', lost, failed(500, { type: 'api_error' }), made]) {
    const { processor, asks } = gateway(made, bad);
    assert.equal((await processor.charge(byToken())).outcome, 'not_sent');
    assert.equal(asks.length, 3);
  }
  const { processor, asks } = gateway(made);
  for (const none of ['pm_8Canary', 'cus_9Xyz', 'cus_1/ch_2', 'cus_1/pm_2/3']) {
    const answer = await processor.charge(byToken({ processorToken: new Secret(none) }));
    assert.equal(answer.outcome === 'rejected' && answer.because, 'token', none);
  }
  assert.equal(asks.length, 0);
});

test('Stripe: the id of a payment is stored before its card is sent, or its card is not', async () => {
  const { processor, asks } = gateway(made, paid);
  const stored: string[] = [];
  const charged = chargeRequest('1-a-1', number, {
    async storeId(id) {
      stored.push(`${id} after ${asks.length}`);
      return true;
    },
  });
  assert.deepEqual(await processor.charge(charged), approval);
  assert.deepEqual(stored, ['pi_3Abc after 1']);
  const other = gateway(made, paid);
  const refuses = chargeRequest('1-a-1', number, { storeId: async () => false });
  assert.equal((await other.processor.charge(refuses)).outcome, 'not_sent');
  assert.equal(other.asks.length, 1);
});

test('Stripe: a payment that waits for its payer is canceled, and else not told as declined', async () => {
  const waits = { ...made, status: 'requires_action' };
  const { processor, asks } = gateway(made, waits, { ...made, status: 'canceled' });
  const answer = await processor.charge(chargeRequest('1-a-1', number));
  assert.deepEqual(
    [answer.outcome, answer.outcome === 'declined' && answer.code],
    ['declined', 'authentication_required'],
  );
  assert.equal(asks[2]!.path, '/v1/payment_intents/pi_3Abc/cancel');
  for (const bad of [failed(429, { type: 'invalid_request_error', code: 'lock_timeout' }), paid]) {
    const one = gateway(made, waits, bad);
    const told = await one.processor.charge(chargeRequest('1-a-1', number));
    assert.equal(told.outcome === 'unknown' && told.isAnswered, true);
  }
  // A card that failed before does not decide it.
  const error = { type: 'card_error', code: 'card_declined' };
  const found = gateway({ ...waits, last_payment_error: error });
  const inquired = await found.processor.inquire('1-a-1', undefined, undefined, 'pi_3Abc');
  assert.deepEqual([inquired.outcome, found.asks.length], ['not_found', 1]);
});

test('Stripe: a card is kept as that of a customer, once its issuer lets it be charged later', async () => {
  const [method, customer] = [{ id: 'pm_8Canary' }, { id: 'cus_9Xyz' }];
  const kept = { status: 'succeeded', customer: 'cus_9Xyz', payment_method: 'pm_8Canary' };
  const { card } = chargeRequest('1-a-1', number);
  const request = {
    reference: '1-t1',
    currency: 'USD',
    card: { ...card, cvv: undefined },
  } as const;
  const { processor, asks } = gateway(method, customer, kept);
  assert.deepEqual(await processor.tokenize!(request), { outcome: 'kept', token });
  assert.deepEqual(
    asks.map(({ path, headers }) => [path, headers['idempotency-key']]),
    [
      ['/v1/payment_methods', '1-t1-p'],
      ['/v1/customers', '1-t1-k'],
      ['/v1/setup_intents', '1-t1-s'],
    ],
  );
  assert.deepEqual(fieldsOf(asks[0]!), {
    ...{ type: 'card', 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2039' },
    'billing_details[name]': 'Ada Canary-Example',
    'billing_details[address][line1]': '1 Canary Street',
    'billing_details[address][postal_code]': '10001',
  });
  assert.deepEqual(fieldsOf(asks[2]!), {
    ...{ customer: 'cus_9Xyz', payment_method: 'pm_8Canary', usage: 'off_session' },
    ...{ confirm: 'true', 'payment_method_types[]': 'card', 'metadata[reference]': '1-t1' },
  });
  for (const [bodies, outcome] of [
    [[method, customer, { ...kept, status: 'requires_action' }], 'rejected'],
    [[method, customer, failed(402, { type: 'card_error', code: 'card_declined' })], 'rejected'],
    [[method, failed(403, { type: 'invalid_request_error' })], 'rejected'],
    [[failed(429, { type: 'invalid_request_error', code: 'rate_limit' })], 'not_sent'],
    [[method, customer, { ...kept, status: 'processing' }], 'unknown'],
    [[method, customer, { ...kept, payment_method: 'pm_7' }], 'unknown'],
    [[method, customer, { ...kept, customer: null }], 'unknown'],
    [[{ id: 'ch_1' }], 'unknown'],
    [[failed(500, { type: 'api_error' })], 'unknown'],
  ] as const) {
    const told = await gateway(...bodies).processor.tokenize!(request);
    assert.equal(told.outcome, outcome, JSON.stringify(bodies.at(-1)));
  }
});

test('Stripe: what changes of a card that is kept is all but its number', async () => {
  const { card } = chargeRequest('1-a-1', number);
  const kept = { ...card, number: undefined, cvv: undefined };
  const request = { reference: '1-t1', currency: 'USD', card: kept } as const;
  const { processor, asks } = gateway({ id: 'pm_8Canary' });
  assert.deepEqual(await processor.updateToken!(token, request), { outcome: 'kept', token });
  assert.equal(asks[0]!.path, '/v1/payment_methods/pm_8Canary');
  const { 'card[exp_month]': month, 'card[number]': sent, type } = fieldsOf(asks[0]!);
  assert.deepEqual([month, sent, type], ['12', undefined, undefined]);
  const gone = { type: 'invalid_request_error', code: 'resource_missing', message: 'pm_8Canary' };
  const told = await gateway(failed(404, gone)).processor.updateToken!(token, request);
  assert.deepEqual(told, { outcome: 'rejected', message: '[secret]', because: 'token' });
  const other = gateway({ id: 'pm_7' });
  assert.equal((await other.processor.updateToken!(token, request)).outcome, 'unknown');
});
