import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { meansOfFollowUp, statementOfReplay } from '../../src/payments/evidence.ts';
import { readRow, readRows } from '../../src/ports/processors/helcim/client.ts';
import { helcim } from '../../src/ports/processors/helcim/helcim.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';

/** A gateway that answers the same to everything, or in turn, and what it was sent. */
function gateway(...bodies: readonly (string | CallResult)[]) {
  const asks: Ask[] = [];
  const call = async (ask: Ask): Promise<CallResult> => {
    const body = bodies[Math.min(asks.push(ask), bodies.length) - 1]!;
    return typeof body === 'string' ? { kind: 'answered', status: 200, body } : body;
  };
  const signalAfter = () => new AbortController().signal;
  const processor = helcim({ call, apiToken: new Secret('token'), signalAfter });
  return { processor, asks };
}

const row =
  '{"transactionId":20163177,"cardBatchId":3915,"dateCreated":"2030-01-01 11:31:42",' +
  '"status":"APPROVED","user":"API","type":"purchase","amount":10.00,"currency":"USD",' +
  '"avsResponse":"X","cvvResponse":"M","approvalCode":"T1E2ST","cardToken":"0123456789abcdef012345",' +
  '"cardNumber":"4124939990","invoiceNumber":"1-a-1","warning":""}';
const charge = { reference: '1-a-1', processorId: '20163177', amountCents: 1000n };
const number = '4124939999999990';

test('Helcim: a charge makes an invoice with our reference, and its amount is written with two decimals', async () => {
  const { processor, asks } = gateway(row);
  const answer = await processor.charge(chargeRequest('1-a-1', number));
  const checks = { address: 'match', securityCode: 'match' };
  assert.deepEqual(answer, {
    ...charge,
    outcome: 'approved',
    currency: 'USD',
    authorizationCode: 'T1E2ST',
    checks,
  });
  const [{ method, path, headers, body }] = asks as [Ask];
  assert.deepEqual([method, path], ['POST', '/v2/payment/purchase']);
  assert.equal(headers['api-token'], 'token');
  assert.match(headers['idempotency-key'] ?? '', /^1-a-1-[0-9a-f]{30}$/);
  assert.match(body, /"amount":10\.00,/);
  assert.deepEqual(JSON.parse(body), {
    ipAddress: '127.0.0.1',
    currency: 'USD',
    amount: 10,
    ecommerce: true,
    cardData: {
      cardNumber: number,
      cardExpiry: '1239',
      cardCVV: '739',
      cardHolderName: 'Ada Canary-Example',
    },
    invoice: {
      invoiceNumber: '1-a-1',
      lineItems: [{ description: 'Payment', quantity: 1, price: 10 }],
    },
    billingAddress: {
      name: 'Ada Canary-Example',
      street1: '1 Canary Street',
      postalCode: '10001',
    },
  });
});

test('Helcim: the key is made of the reference alone, and has a length that the gateway takes', async () => {
  for (const reference of ['1', '1-a-1', 'x'.repeat(20)]) {
    const { processor, asks } = gateway(row);
    await processor.charge(chargeRequest(reference, number));
    await processor.charge(chargeRequest(reference, number, { amountCents: 5n }));
    const keys = asks.map(({ headers }) => headers['idempotency-key']);
    assert.equal(keys[0], keys[1]);
    assert.match(keys[0] ?? '', /^[\w-]{25,36}$/);
  }
});

test('Helcim: a payer is told as far as it is known, and a merchant begins no e-commerce', async () => {
  const { processor, asks } = gateway(row);
  const payer = {
    ...{ firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', phone: '2125550177' },
    ...{ address1: '2 Harbor Road', address2: '', city: 'Arlington', stateCode: 'VA' },
    ...{ postalCode: '22201', countryCode: 'US', ip: '192.0.2.7' },
  };
  const initiation = {
    by: 'merchant',
    use: 'again',
    purpose: 'recurring',
    networkTransactionId: undefined,
  } as const;
  await processor.charge({ ...chargeRequest('1-a-1', number), payer, initiation });
  const sent = JSON.parse(asks[0]!.body);
  assert.deepEqual([sent.ipAddress, sent.ecommerce], ['192.0.2.7', false]);
  const { country, street1, province, email, street2 } = sent.billingAddress;
  assert.deepEqual(
    [country, street1, province, email, street2],
    ['USA', '2 Harbor Road', 'VA', 'grace@example.com', undefined],
  );
});

test('Helcim: what follows a charge names its number, and what was captured the number of its capture', async () => {
  const preauth = row.replace('purchase', 'preauth');
  const capture = row.replace('purchase', 'capture').replace('20163177', '20163178');
  const refund = row.replace('purchase', 'refund').replace('20163177', '20163179');
  const { processor, asks } = gateway(preauth, `[${preauth},${capture}]`, refund);
  const answer = await processor.followUp(followUp('refund', '1-a-3', charge));
  assert.equal(answer.outcome === 'approved' && answer.processorId, '20163179');
  const paths = asks.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(paths, [
    'GET /v2/card-transactions/20163177',
    'GET /v2/card-transactions?invoiceNumber=1-a-1&limit=60',
    'POST /v2/payment/refund',
  ]);
  const { originalTransactionId, amount } = JSON.parse(asks[2]!.body);
  assert.deepEqual([originalTransactionId, amount], [20163178, 10]);
});

test('Helcim: a capture whose number is known is read by it, and nothing else is addressed', async () => {
  const capture = row.replace('purchase', 'capture').replace('20163177', '20163178');
  const reverse = row.replace('purchase', 'reverse').replace('20163177', '20163179');
  const request = { ...followUp('void', '1-a-3', charge), captureId: '20163178' };
  const { processor, asks } = gateway(capture, reverse);
  assert.equal((await processor.followUp(request)).outcome, 'approved');
  const paths = asks.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(paths, ['GET /v2/card-transactions/20163178', 'POST /v2/payment/reverse']);
  assert.equal(JSON.parse(asks[1]!.body).cardTransactionId, 20163178);
  for (const other of [
    capture.replace('1-a-1', '1-b-1'),
    capture.replace('capture', 'preauth'),
    capture.replace('20163178', '20163177'),
  ]) {
    const one = gateway(other);
    assert.equal((await one.processor.followUp(request)).outcome, 'not_sent', other);
    assert.equal(one.asks.length, 1);
  }
  const none = gateway(capture);
  const told = await none.processor.followUp({ ...request, captureId: 'x' });
  assert.deepEqual([told.outcome, none.asks.length], ['rejected', 0]);
});

test('Helcim: where the charge is not shown nothing is sent, and that says nothing of an earlier request', async () => {
  const { processor, asks } = gateway({
    kind: 'answered',
    status: 404,
    body: '{"errors":"No data found"}',
  });
  const told = await processor.followUp(followUp('refund', '1-a-3', charge));
  assert.equal(told.outcome, 'rejected');
  assert.equal(statementOfReplay(meansOfFollowUp(processor.can), told), 'nothing');
  assert.equal(asks.length, 1);
});

test('Helcim: what is read of a batch may wait for minutes', async () => {
  const batch = '{"id":3915,"closed":true}';
  const { processor, asks } = gateway(row, batch, `[${row}]`);
  const items = [{ reference: '1-a-1', cents: 1000n, processorId: '20163177' }];
  const told = await processor.inquireBatch({ reference: '1-b-1', items });
  assert.equal(told.outcome, 'closed');
  assert.deepEqual(
    asks.map(({ isPatient }) => isPatient),
    [true, true, true],
  );
});

test('Helcim: a look that fails sent nothing', async () => {
  for (const result of [
    { kind: 'unknown', reason: 'no answer in time' },
    { kind: 'not_sent', reason: 'connection refused' },
    { kind: 'answered', status: 429, body: '' },
    '<html></html>',
  ] as const) {
    const { processor, asks } = gateway(result);
    const answer = await processor.followUp(followUp('void', '1-a-2', charge));
    assert.equal(answer.outcome, 'not_sent');
    assert.equal(asks.length, 1);
  }
});

test('Helcim: an answer that is cut anywhere, is none, or is for something else is unknown', async () => {
  const ask = async (body: string) =>
    (await gateway(body).processor.charge(chargeRequest('1-a-1', number))).outcome;
  assert.equal(await ask(row), 'approved');
  for (let length = 0; length < row.length; length += 1) {
    assert.equal(readRow(row.slice(0, length)), undefined, String(length));
    assert.equal(readRows(`[${row}`.slice(0, length)), undefined, String(length));
  }
  for (const body of [
    row.replace('1-a-1', '1-a-10'),
    row.replace('purchase', 'preauth'),
    row.replace('USD', 'CAD'),
    row.replace('APPROVED', 'PENDING'),
    row.replace('10.00', '10.001'),
    row.replace('10.00', 'null'),
    row.replace('20163177', '0'),
    row.replace('20163177', '"x"'),
    `[${row}]`,
    '{}',
    'null',
  ]) {
    assert.equal(await ask(body), 'unknown', body);
  }
});

test('Helcim: an amount never becomes a floating-point number', () => {
  assert.equal(readRow(row)?.amount, '10.00');
  const long = row.replace('10.00', '12345678901234567.89');
  assert.equal(readRow(long)?.amount, '12345678901234567.89');
});
