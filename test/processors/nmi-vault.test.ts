import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { nmi } from '../../src/ports/processors/nmi/nmi.ts';
import type { TokenAnswer, TokenRequest } from '../../src/ports/processors/processor.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';

/* The Customer Vault of NMI, form by form. */

const number = '4111111111111111';
const token = new Secret('1200000001');

function gateway(body: string | CallResult) {
  const asks: Ask[] = [];
  const call = async (ask: Ask): Promise<CallResult> => {
    asks.push(ask);
    return typeof body === 'string' ? { kind: 'answered', status: 200, body } : body;
  };
  const processor = nmi({ call, securityKey: new Secret('key'), processorId: 'two' });
  const sent = () => Object.fromEntries(new URLSearchParams(asks.at(-1)?.body));
  return { processor, asks, sent };
}

const added =
  'response=1&responsetext=Customer+Added&authcode=&transactionid=&avsresponse=&cvvresponse=' +
  '&orderid=1-t1&type=&response_code=100&customer_vault_id=1200000001';

function keep(reference = '1-t1', sent: Secret | undefined = new Secret(number)): TokenRequest {
  const { card } = chargeRequest(reference, number);
  return { reference, currency: 'USD', card: { ...card, cvv: new Secret('739'), number: sent } };
}

const record = {
  security_key: 'key',
  payment: 'creditcard',
  ccexp: '1239',
  firstname: 'Ada',
  lastname: 'Canary-Example',
  address1: '1 Canary Street',
  zip: '10001',
  orderid: '1-t1',
};

test('NMI: a card goes into the vault without its code, and another number is a record of its own', async () => {
  const { processor, sent } = gateway(added);
  assert.deepEqual(await processor.tokenize!(keep()), { outcome: 'kept', token });
  const expected = { ...record, customer_vault: 'add_customer', ccnumber: number };
  assert.deepEqual(sent(), expected);
  const other = await processor.updateToken!(new Secret('1200000000'), keep());
  assert.deepEqual(other, { outcome: 'kept', token });
  assert.deepEqual(sent(), expected);
});

test('NMI: what else is behind an id is changed without the number, and keeps the id', async () => {
  const changed = added.replace('Customer+Added', 'Customer+Update+Successful');
  const same = { ...keep(), card: { ...keep().card, number: undefined } };
  for (const body of [changed, changed.replace('1200000001', '')]) {
    const { processor, sent } = gateway(body);
    assert.deepEqual(await processor.updateToken!(token, same), { outcome: 'kept', token });
    const id = { customer_vault: 'update_customer', customer_vault_id: '1200000001' };
    assert.deepEqual(sent(), { ...record, ...id });
  }
  const another = gateway(changed.replace('1200000001', '1200000009'));
  assert.equal((await another.processor.updateToken!(token, same)).outcome, 'unknown');
});

test('NMI: a charge by an id has neither number nor expiry, and the same beside it', async () => {
  const sale = added.replace('orderid=1-t1&type=', 'orderid=1-a-1&type=sale');
  const { processor, sent } = gateway(sale.replace('transactionid=', 'transactionid=7000000001'));
  const initiation = {
    ...({ by: 'merchant', use: 'again', purpose: 'recurring' } as const),
    networkTransactionId: '7000000000',
  };
  const request = chargeRequest('1-a-1', number, { processorToken: token, initiation });
  assert.equal((await processor.charge(request)).outcome, 'approved');
  const { ccexp: _, ...others } = record;
  assert.deepEqual(sent(), {
    ...others,
    orderid: '1-a-1',
    type: 'sale',
    amount: '10.00',
    currency: 'USD',
    dup_seconds: '0',
    descriptor: 'QUITTANCE TEST',
    customer_vault_id: '1200000001',
    cvv: '739',
    initiated_by: 'merchant',
    stored_credential_indicator: 'used',
    initial_transaction_id: '7000000000',
    billing_method: 'recurring',
    processor_id: 'two',
  });
});

test('NMI: what the vault answers', async () => {
  const error = (code: string, text: string) =>
    added
      .replace('Customer+Added', text)
      .replace('=100', `=${code}`)
      .replace('response=1', 'response=3');
  const rows: readonly (readonly [string | CallResult, TokenAnswer['outcome'], string?])[] = [
    [added.replace('1-t1', ''), 'kept'],
    [added.replace('1-t1', '1-t2'), 'unknown'],
    [added.replace('&customer_vault_id=1200000001', ''), 'unknown'],
    [added.replace('1200000001', '%3Cid%3E'), 'unknown'],
    [`${added}&customer_vault_id=1200000002`, 'unknown'],
    [added.slice(0, 40), 'unknown'],
    [error('300', 'Invalid+Credit+Card+Number+REFID:1'), 'rejected'],
    [error('300', 'Invalid+Customer+Vault+ID+specified+REFID:1'), 'rejected', 'token'],
    [error('300', 'User+is+not+allowed+to+process'), 'rejected', 'right'],
    [error('300', 'Authentication+Failed'), 'rejected'],
    [error('300', 'Something+about+a+vault'), 'unknown'],
    [error('460', 'Requested+feature+not+available'), 'rejected'],
    [error('301', 'Rate+limit'), 'not_sent'],
    [{ kind: 'answered', status: 429, body: '' }, 'not_sent'],
    [{ kind: 'answered', status: 502, body: added }, 'unknown'],
    [{ kind: 'not_sent', reason: 'refused' }, 'not_sent'],
    [{ kind: 'unknown', reason: 'no answer' }, 'unknown'],
  ];
  for (const [body, outcome, because] of rows) {
    const answer = await gateway(body).processor.tokenize!(keep());
    assert.equal(answer.outcome, outcome, JSON.stringify(body));
    assert.equal('because' in answer ? answer.because : undefined, because, JSON.stringify(body));
  }
  const { processor, asks } = gateway(added);
  assert.equal((await processor.tokenize!(keep('x'.repeat(21)))).outcome, 'rejected');
  assert.equal(asks.length, 0);
});

test('NMI: a charge by an id that is none, or without a vault, is refused for its token', async () => {
  const error = 'response=3&authcode=&transactionid=&orderid=&type=&responsetext=';
  for (const [told, processorToken, because] of [
    ['Invalid+Customer+Vault+ID+specified+REFID:1&response_code=300', token, 'token'],
    ['Invalid+Customer+Vault+Id&response_code=300', token, 'token'],
    ['Requested+feature+not+available&response_code=460', token, 'token'],
    ['Requested+feature+not+available&response_code=460', undefined, undefined],
  ] as const) {
    const { processor } = gateway(error + told);
    const answer = await processor.charge(chargeRequest('1-a-1', number, { processorToken }));
    assert.equal(answer.outcome, 'rejected');
    assert.equal(answer.because, because);
  }
});

test('NMI: nothing that the vault writes brings a number or an id into our texts', async () => {
  const text = `Invalid+Customer+Vault+Id+1200000001+of+${number}&response_code=300`;
  const { processor } = gateway(`response=3&responsetext=${text}`);
  const same = { ...keep(), card: { ...keep().card, number: undefined } };
  const told = [
    await processor.updateToken!(token, same),
    await processor.charge(chargeRequest('1-a-1', number, { processorToken: token })),
  ];
  assert.match(JSON.stringify(told), /Invalid Customer Vault Id/);
  for (const secret of ['1200000001', number]) assert.ok(!JSON.stringify(told).includes(secret));
});
