import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import type { Ask } from '../../src/runtime/http-out/http-call.ts';
import { approval, failed, fieldsOf, gateway, made, number, paid } from './stripe-answers.ts';

const { reference, processorId, amountCents } = approval;
const charge = { reference, processorId, amountCents };

test('Stripe: a charge is a payment without the card, and then the card', async () => {
  const { processor, asks } = gateway(made, paid);
  const answer = await processor.charge(chargeRequest('1-a-1', number));
  assert.deepEqual(answer, approval);
  const [create, confirm] = asks as [Ask, Ask];
  assert.deepEqual([create.method, create.path], ['POST', '/v1/payment_intents']);
  assert.deepEqual(create.headers, {
    authorization: 'Bearer sk_test_Canary',
    'stripe-version': '2026-07-29.dahlia',
    'stripe-account': 'acct_1',
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': '1-a-1-c',
  });
  assert.deepEqual(fieldsOf(create), {
    ...{ amount: '1000', currency: 'usd', capture_method: 'automatic' },
    ...{ 'payment_method_types[]': 'card', 'metadata[reference]': '1-a-1' },
    statement_descriptor_suffix: 'QUITTANCE',
  });
  assert.equal(confirm.path, '/v1/payment_intents/pi_3Abc/confirm');
  assert.equal(confirm.headers['idempotency-key'], '1-a-1-f');
  assert.deepEqual(fieldsOf(confirm), {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2039',
    'payment_method_data[card][cvc]': '739',
    'payment_method_data[billing_details][name]': 'Ada Canary-Example',
    'payment_method_data[billing_details][address][line1]': '1 Canary Street',
    'payment_method_data[billing_details][address][postal_code]': '10001',
    error_on_requires_action: 'true',
    'expand[]': 'latest_charge',
  });
});

test('Stripe: what is known of the payer and of who began the charge goes with the card', async () => {
  const payer = {
    ...{ firstName: 'Ada', lastName: 'Doe', email: 'ada@example.com', phone: '+15550100' },
    ...{ address1: '2 Other Street', address2: 'Flat 3', city: 'Portland', stateCode: 'ME' },
    ...{ postalCode: '04101', countryCode: 'US', ip: '192.0.2.1' },
  };
  const { processor, asks } = gateway(made, paid);
  await processor.charge(chargeRequest('1-a-1', number, { payer }));
  const sent = fieldsOf(asks[1]!);
  const details = 'payment_method_data[billing_details]';
  assert.equal(sent[`${details}[email]`], 'ada@example.com');
  assert.equal(sent[`${details}[address][line1]`], '1 Canary Street', 'of the card, if it has one');
  assert.equal(sent[`${details}[address][city]`], 'Portland');
  assert.equal(sent[`${details}[address][country]`], 'US');

  const first = '98765';
  const exemption = 'payment_method_options[card][mit_exemption][network_transaction_id]';
  for (const [by, use, networkTransactionId, expected] of [
    ['customer', 'once', undefined, {}],
    ['customer', 'first', undefined, { setup_future_usage: 'off_session' }],
    ['customer', 'again', first, {}],
    ['merchant', 'again', undefined, { off_session: 'true' }],
    ['merchant', 'again', first, { off_session: 'true', [exemption]: first }],
  ] as const) {
    const initiation = { by, use, purpose: 'recurring', networkTransactionId } as const;
    const one = gateway(made, paid);
    await one.processor.charge(chargeRequest('1-a-1', number, { initiation }));
    const { setup_future_usage, off_session, [exemption]: named } = fieldsOf(one.asks[1]!);
    const told = { setup_future_usage, off_session, [exemption]: named };
    assert.deepEqual(JSON.parse(JSON.stringify(told)), expected, `${by} ${use}`);
  }
});

test('Stripe: an account that may not name the first charge of a stored card does without', async () => {
  const unheard = failed(400, { type: 'invalid_request_error', code: 'parameter_unknown' });
  const [by, use, purpose] = ['merchant', 'again', 'recurring'] as const;
  const initiation = { by, use, purpose, networkTransactionId: '98765' };
  const { processor, asks } = gateway(made, unheard, paid);
  const answer = await processor.charge(chargeRequest('1-a-1', number, { initiation }));
  assert.equal(answer.outcome, 'approved');
  assert.equal(asks[2]!.headers['idempotency-key'], '1-a-1-g');
  assert.equal(new URLSearchParams(asks[2]!.body).get('off_session'), 'true');
  assert.ok(!asks[2]!.body.includes('98765'));
});

test('Stripe: a follow-up names its charge, and leaves its reference there', async () => {
  const refund = {
    ...{ id: 're_3Abc', object: 'refund', amount: 750, currency: 'usd', status: 'succeeded' },
    ...{ payment_intent: 'pi_3Abc', metadata: { reference: '1-a-2' } },
  };
  const metadata = { reference: '1-a-1', capture: '1-a-2' };
  for (const [kind, path, fields, body, processorId] of [
    [
      'capture',
      '/v1/payment_intents/pi_3Abc/capture',
      {
        ...{ amount_to_capture: '750', 'metadata[capture]': '1-a-2' },
        'expand[]': 'latest_charge',
      },
      { ...paid, capture_method: 'manual', amount_received: 750, metadata },
      'pi_3Abc',
    ],
    [
      'void',
      '/v1/payment_intents/pi_3Abc/cancel',
      { 'expand[]': 'latest_charge' },
      { ...paid, status: 'canceled' },
      'pi_3Abc',
    ],
    [
      'refund',
      '/v1/refunds',
      { payment_intent: 'pi_3Abc', amount: '750', 'metadata[reference]': '1-a-2' },
      refund,
      're_3Abc',
    ],
  ] as const) {
    const { processor, asks } = gateway(body);
    const answer = await processor.followUp(followUp(kind, '1-a-2', charge, 750n));
    assert.equal(answer.outcome, 'approved', kind);
    assert.deepEqual([answer.processorId, answer.amountCents], [processorId, 750n]);
    assert.deepEqual([asks[0]!.path, fieldsOf(asks[0]!)], [path, fields]);
    assert.equal(asks[0]!.headers['idempotency-key'], '1-a-2-c');
  }
});

test('Stripe: an answer counts for what was asked, whole, and as a charge that moved money', async () => {
  const ask = async (more: object) => {
    const { processor } = gateway(made, { ...paid, ...more });
    return (await processor.charge(chargeRequest('1-a-1', number))).outcome;
  };
  assert.equal(await ask({}), 'approved');
  assert.equal(await ask({ latest_charge: 'ch_3Abc' }), 'approved', 'not expanded');
  for (const more of [
    ...[{ id: 'pi_4' }, { object: 'charge' }, { amount: 999 }, { amount: 10.5 }, { amount: '' }],
    ...[{ currency: 'eur' }, { capture_method: 'manual' }, { metadata: {} }, { metadata: null }],
    ...[{ status: 'processing' }, { status: 'requires_action' }, { status: 'canceled' }],
    ...[{ status: 'requires_payment_method' }, { status: '' }, { amount_received: null }],
  ]) {
    assert.equal(await ask(more), 'unknown', JSON.stringify(more));
  }
});

test('Stripe: a decline counts for the payment that it names', async () => {
  const error = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
  for (const [named, outcome] of [
    [undefined, 'declined'],
    [made, 'declined'],
    [{ ...made, id: 'pi_4' }, 'unknown'],
  ] as const) {
    const { processor } = gateway(made, failed(402, { ...error, payment_intent: named }));
    const answer = await processor.charge(chargeRequest('1-a-1', number));
    assert.equal(answer.outcome, outcome, named?.id ?? 'none');
  }
});

test('Stripe: an answer that is cut anywhere, or is none, is unknown', async () => {
  const body = JSON.stringify(paid);
  for (let length = 0; length < body.length; length += 1) {
    const { processor } = gateway(made, body.slice(0, length));
    const answer = await processor.charge(chargeRequest('1-a-1', number));
    assert.equal(answer.outcome, 'unknown', String(length));
  }
  for (const other of ['null', '[]', '{}', '"ok"', '<html></html>', body + body, `[${body}]`]) {
    const { processor } = gateway(made, other);
    const answer = await processor.charge(chargeRequest('1-a-1', number));
    assert.equal(answer.outcome, 'unknown', other);
  }
  for (const status of [201, 204, 302, 400, 402, 409, 500, 503]) {
    const { processor } = gateway(made, { kind: 'answered', status, body });
    const answer = await processor.charge(chargeRequest('1-a-1', number));
    assert.equal(answer.outcome, 'unknown', String(status));
  }
});

test('Stripe: without a good answer to the payment no card is sent, and nothing is unknown', async () => {
  const lost = { kind: 'unknown', reason: 'no answer in time' } as const;
  for (const bad of [
    ...['', '{}', '<html></html>', JSON.stringify(made).slice(1)],
    ...[lost, failed(500, { type: 'api_error' }), failed(409, { type: 'idempotency_error' })],
    ...[
      { ...made, amount: 1 },
      { ...made, metadata: { reference: '1-b-1' } },
    ],
  ]) {
    const { processor, asks } = gateway(bad);
    const answer = await processor.charge(chargeRequest('1-a-1', number));
    assert.equal(answer.outcome, 'not_sent', JSON.stringify(bad));
    assert.deepEqual(
      asks.map(({ path }) => path),
      ['/v1/payment_intents', '/v1/payment_intents'],
    );
    assert.equal(asks[1]!.headers['idempotency-key'], '1-a-1-c');
    const second = gateway(bad, made, paid);
    assert.deepEqual(await second.processor.charge(chargeRequest('1-a-1', number)), approval);
  }
});

test('Stripe: an account that may not send numbers of cards is refused, and no secret is told', async () => {
  const message = `Sending credit card numbers directly to the Stripe API is unsafe: ${number}, sk_test_Canary`;
  const refusal = failed(402, { type: 'invalid_request_error', message });
  const { processor } = gateway(made, refusal);
  const answer = await processor.charge(chargeRequest('1-a-1', number));
  assert.equal(answer.outcome === 'rejected' && answer.account, 'refused');
  const text = JSON.stringify(answer);
  assert.match(text, /acct_1/);
  for (const secret of [number, 'Canary']) assert.ok(!text.includes(secret), text);
});

test('Stripe: what does not fit into a key is not sent', async () => {
  for (const reference of ['', ' ', 'x'.repeat(251), 'a\nb', 'é', '"', '%', "'"]) {
    const { processor, asks } = gateway(made);
    const one = followUp('refund', reference, charge);
    assert.equal((await processor.charge(chargeRequest(reference, number))).outcome, 'rejected');
    assert.equal((await processor.followUp(one)).outcome, 'rejected');
    assert.deepEqual(await processor.inquire(reference, one), { outcome: 'not_found' });
    assert.deepEqual(await processor.cancel(reference), { outcome: 'canceled', reference });
    assert.equal(asks.length, 0);
  }
});
