import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { checkAnswer, checkInquiry } from '../../src/ports/processors/answer-check.ts';
import {
  readFound,
  readReply,
  readUser,
  searchDate,
} from '../../src/ports/processors/elavon/client.ts';
import { elavon } from '../../src/ports/processors/elavon/elavon.ts';
import type { ChargeRequest } from '../../src/ports/processors/processor.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';

/** A gateway that answers the same to everything, and what it was sent. */
function gateway(body: string) {
  const asks: Ask[] = [];
  const call = async (ask: Ask): Promise<CallResult> => {
    asks.push(ask);
    return { kind: 'answered', status: 200, body };
  };
  const pin = new Secret('p<in&1');
  const user = { merchantId: '0012345', userId: 'quittance' };
  const processor = elavon({ call, user, pin, isSandbox: true });
  const sent = (nth = 0) => new URLSearchParams(asks[nth]!.body).get('xmldata') ?? '';
  return { processor, asks, sent };
}

const number = '4111111111111111';
const txn = (fields: Readonly<Record<string, string>>) =>
  `<txn>${Object.entries(fields)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('')}</txn>`;
const approval = {
  ssl_result: '0',
  ssl_result_message: 'APPROVAL',
  ssl_transaction_type: 'SALE',
  ssl_txn_id: '010126A15-0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9',
  ssl_amount: '10.00',
  ssl_approval_code: '123456',
  ssl_avs_response: 'Y',
  ssl_cvv2_response: 'M',
  ssl_merchant_txn_id: '1-a-1',
};
const sale = txn(approval);

test('Elavon: an approval in another currency is not taken for one in ours', async () => {
  for (const [currency, outcome] of [
    ['', 'approved'],
    ['USD', 'approved'],
    ['JPY', 'unknown'],
  ] as const) {
    const told = { ...approval, ssl_transaction_currency: currency };
    const { processor } = gateway(txn(told));
    const request = chargeRequest('1-a-1', number);
    assert.equal(checkAnswer(request, await processor.charge(request)).outcome, outcome, currency);
    const row = { ...told, ssl_trans_status: 'OPN' };
    const list = gateway(`<txnlist><ssl_txn_count>1</ssl_txn_count>${txn(row)}</txnlist>`);
    const found = await list.processor.inquire('1-a-1');
    assert.equal(checkInquiry(request, found).outcome, outcome, currency);
  }
});

test('Elavon: a charge is one document in a form, without the characters of markup', async () => {
  const { processor, asks, sent } = gateway(sale);
  const request = chargeRequest('1-a-1', number);
  const card = { ...request.card, address: 'A & B <Street>', postalCode: '04101-1234' };
  const answer = await processor.charge({ ...request, card });
  assert.deepEqual(answer, {
    outcome: 'approved',
    reference: '1-a-1',
    processorId: approval.ssl_txn_id,
    amountCents: 1000n,
    authorizationCode: '123456',
    checks: { address: 'match', securityCode: 'match' },
  });
  assert.deepEqual([asks[0]?.method, asks[0]?.path], ['POST', '/processxml.do']);
  assert.equal(
    sent(),
    txn({
      ssl_merchant_id: '0012345',
      ssl_user_id: 'quittance',
      ssl_pin: 'p&lt;in&amp;1',
      ssl_transaction_type: 'ccsale',
      ssl_amount: '10.00',
      ssl_partial_auth_indicator: '0',
      ssl_card_number: number,
      ssl_cvv2cvc2_indicator: '1',
      ssl_cvv2cvc2: '739',
      ssl_exp_date: '1239',
      ssl_first_name: 'Ada',
      ssl_last_name: 'Canary-Example',
      ssl_avs_address: 'A   B  Street',
      ssl_avs_zip: '041011234',
      ssl_merchant_txn_id: '1-a-1',
    }),
  );
});

test('Elavon: who began a charge is told as the networks ask, and with a token the gateway knows', async () => {
  const initiation = (more: Partial<NonNullable<ChargeRequest['initiation']>>) => ({
    ...({ by: 'merchant', use: 'again', purpose: 'unscheduled' } as const),
    networkTransactionId: 'oar-1|ps-1|123456',
    ...more,
  });
  const sentWith = async (more: Partial<ChargeRequest>) => {
    const { processor, sent } = gateway(sale);
    await processor.charge({ ...chargeRequest('1-a-1', number), ...more });
    return sent();
  };
  const again = await sentWith({ initiation: initiation({}) });
  assert.match(again, /<ssl_merchant_initiated_unscheduled>Y</);
  assert.match(again, /<ssl_entry_mode>12</);
  assert.match(again, /<ssl_oar_data>oar-1<\/ssl_oar_data><ssl_ps2000_data>ps-1</);
  assert.match(again, /<ssl_approval_code>123456</);
  // As it was kept before.
  const older = await sentWith({ initiation: initiation({ networkTransactionId: 'oar-1|ps-1' }) });
  assert.match(older, /<ssl_oar_data>oar-1<\/ssl_oar_data><ssl_ps2000_data>ps-1</);
  assert.doesNotMatch(older, /approval_code/);
  const byPayer = await sentWith({ initiation: initiation({ by: 'customer' }) });
  assert.match(byPayer, /<ssl_entry_mode>12</);
  assert.doesNotMatch(byPayer, /unscheduled/);
  const period = await sentWith({ initiation: initiation({ purpose: 'recurring' }) });
  assert.match(period, /<ssl_recurring_flag>1</);
  assert.match(period, /<ssl_ps2000_data>ps-1<.*<ssl_approval_code>123456</);
  assert.doesNotMatch(period, /unscheduled|entry_mode/);
  const instalment = await sentWith({ initiation: initiation({ purpose: 'installment' }) });
  assert.match(instalment, /<ssl_merchant_initiated_unscheduled>Y</);
  assert.doesNotMatch(instalment, /recurring/);
  const first = await sentWith({ initiation: initiation({ by: 'customer', use: 'first' }) });
  assert.match(first, /<ssl_get_token>Y</);
  assert.doesNotMatch(first, /ssl_oar_data|approval_code|unscheduled|entry_mode/);
  const processorToken = new Secret('9000000000011111');
  const token = await sentWith({ initiation: initiation({}), processorToken });
  assert.match(token, /<ssl_token>9000000000011111</);
  assert.match(token, /<ssl_merchant_initiated_unscheduled>Y</);
  assert.doesNotMatch(token, /ssl_oar_data|approval_code|ssl_card_number|ssl_get_token|entry_mode/);
  assert.doesNotMatch(await sentWith({ initiation: initiation({ use: 'once' }) }), /oar|recurring/);
});

test('Elavon: an answer counts for what was asked, and for its amount', async () => {
  const told = async (more: Partial<typeof approval>) => {
    const { processor } = gateway(txn({ ...approval, ...more }));
    return (await processor.charge(chargeRequest('1-a-1', number))).outcome;
  };
  assert.equal(await told({}), 'approved');
  assert.equal(await told({ ssl_merchant_txn_id: '' }), 'approved');
  assert.equal(await told({ ssl_merchant_txn_id: '1-a-10' }), 'unknown');
  assert.equal(await told({ ssl_transaction_type: 'AUTHONLY' }), 'unknown');
  assert.equal(await told({ ssl_amount: '10.01' }), 'unknown');
  assert.equal(await told({ ssl_amount: '' }), 'unknown');
  assert.equal(await told({ ssl_txn_id: '' }), 'unknown');
  assert.equal(await told({ ssl_result: '' }), 'unknown');
  assert.equal(await told({ ssl_result: '1', ssl_result_message: 'DECLINED' }), 'declined');
});

test('Elavon: an answer that is cut anywhere, or is none, is unknown', () => {
  assert.ok(readReply(sale));
  for (let length = 0; length < sale.length; length += 1) {
    assert.equal(readReply(sale.slice(0, length)), undefined, String(length));
  }
  for (const body of [
    sale + sale,
    '<html><body>ssl_result=0</body></html>',
    '<txn/>',
    '<txn>0</txn>',
    sale.replace('</txn>', '<ssl_result>1</ssl_result></txn>'),
    txn({ ...approval, errorCode: '5000' }).replaceAll('ssl_result>', 'x>'),
  ]) {
    const told = readReply(body);
    assert.ok(told === undefined || told.kind === 'error', body);
  }
  const both = readReply(txn({ ...approval, errorCode: '5000' }));
  assert.notEqual(both?.kind, 'error', 'a result is no error');
});

test('Elavon: a search is read whole or not at all', () => {
  const row = txn({ ssl_txn_id: 'a', ssl_transaction_type: 'SALE' });
  const list = (count: string, rows: string) =>
    `<txnlist><ssl_txn_count>${count}</ssl_txn_count>${rows}</txnlist>`;
  const count = (body: string) => {
    const found = readFound(body);
    return found?.kind === 'rows' ? found.rows.length : found?.kind;
  };
  assert.equal(count(list('0', '')), 0);
  assert.equal(count(list('2', row + row)), 2);
  assert.equal(count(row), 1);
  assert.equal(count(txn({ errorCode: '5095', errorName: 'Too many' })), 'error');
  for (const body of [
    ...['', '<txnlist/>', '<txnlist>0</txnlist>', list('', ''), list('2', row), list('0', row)],
    ...['<txn/>', list('1', '<txn/>'), '<html/>', list('0', '').slice(0, -1)],
  ]) {
    assert.equal(count(body), undefined, body);
  }
});

test('Elavon: what does not fit into a reference is not sent', async () => {
  for (const reference of ['', ' ', 'x'.repeat(40), 'a\nb', 'é', '"', '%', '*']) {
    const { processor, asks } = gateway(sale);
    assert.equal((await processor.charge(chargeRequest(reference, number))).outcome, 'rejected');
    assert.deepEqual(await processor.inquire(reference), { outcome: 'not_found' });
    const charge = { reference: '1-a-1', processorId: '', amountCents: 1000n };
    const ofNothing = await processor.followUp(followUp('refund', '1-a-2', charge));
    assert.equal(ofNothing.outcome, 'rejected');
    assert.equal(asks.length, 0);
  }
});

test('Elavon: moments are written as searches take them, and the merchant is read as it is documented', () => {
  const date = (text: string) => searchDate(new Date(text));
  assert.equal(date('2025-12-31T18:00:00Z'), '12/31/2025 06:00:00 PM');
  assert.equal(date('2026-01-01T00:05:09Z'), '01/01/2026 12:05:09 AM');
  assert.equal(date('2026-01-01T12:00:00Z'), '01/01/2026 12:00:00 PM');
  assert.deepEqual(readUser('0012345:quittance'), { merchantId: '0012345', userId: 'quittance' });
  for (const merchant of ['', '0012345', ':x', '0012345:', 'a:b:c', 'a: b']) {
    assert.equal(readUser(merchant), undefined, merchant);
  }
});
