import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { authorizeNet } from '../../src/ports/processors/authorize-net/authorize-net.ts';
import {
  readAnswer,
  readBatches,
  readRows,
} from '../../src/ports/processors/authorize-net/client.ts';
import type { Initiation } from '../../src/ports/processors/processor.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';

/** A gateway that answers the same to everything, or in turn, and what it was sent. */
function gateway(...bodies: readonly (string | CallResult)[]) {
  const asks: Ask[] = [];
  const call = async (ask: Ask): Promise<CallResult> => {
    const body = bodies[Math.min(asks.push(ask), bodies.length) - 1]!;
    return typeof body === 'string' ? { kind: 'answered', status: 200, body } : body;
  };
  const transactionKey = new Secret('key"{');
  const now = () => new Date(Date.UTC(2030, 0, 15));
  const options = { call, loginId: 'login', transactionKey, isSandbox: false, now };
  return { processor: authorizeNet(options), asks };
}

const number = '4111111111111111';
const ok = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };
const sale = {
  transactionResponse: {
    ...{ responseCode: '1', authCode: 'ABC123', avsResultCode: 'Y', cvvResultCode: 'M' },
    ...{ transId: '60000000001', refTransID: '', testRequest: '0', accountNumber: 'XXXX1111' },
    messages: [{ code: '1', description: 'This transaction has been approved.' }],
  },
  refId: '1-a-1',
  messages: ok,
};
const written = (content: object) => `\uFEFF${JSON.stringify(content)}`;
const charge = { reference: '1-a-1', processorId: '60000000001', amountCents: 1000n };
const approval = { ...charge, outcome: 'approved', authorizationCode: 'ABC123' } as const;
const merchantAuthentication = { name: 'login', transactionKey: 'key"{' };

test('Authorize.Net: a charge has all that is known of card and payer, in the order of the schema', async () => {
  const { processor, asks } = gateway(written(sale));
  const answer = await processor.charge(chargeRequest('1-a-1', number));
  const checks = { address: 'match', securityCode: 'match' };
  assert.deepEqual(answer, { ...approval, checks });
  const [{ method, path, headers, body }] = asks as [Ask];
  assert.deepEqual([method, path], ['POST', '/xml/v1/request.api']);
  assert.equal(headers['content-type'], 'application/json');
  // As text: the order counts.
  const expected = {
    createTransactionRequest: {
      merchantAuthentication,
      refId: '1-a-1',
      transactionRequest: {
        transactionType: 'authCaptureTransaction',
        amount: '10.00',
        currencyCode: 'USD',
        payment: {
          creditCard: { cardNumber: number, expirationDate: '2039-12', cardCode: '739' },
        },
        order: { invoiceNumber: '1-a-1' },
        billTo: {
          ...{ firstName: 'Ada', lastName: 'Canary-Example' },
          ...{ address: '1 Canary Street', zip: '10001' },
        },
        transactionSettings: {
          setting: [
            { settingName: 'allowPartialAuth', settingValue: 'false' },
            { settingName: 'duplicateWindow', settingValue: '28800' },
          ],
        },
      },
    },
  };
  assert.equal(body, JSON.stringify(expected));
});

test('Authorize.Net: what is known of the payer goes with the charge', async () => {
  const { processor, asks } = gateway(written(sale));
  const payer = {
    ...{ firstName: 'Ada', lastName: 'Park', email: 'ada@example.com', phone: '2125550100' },
    ...{ address1: '1 Canary Street', address2: '', city: 'New York', stateCode: 'NY' },
    ...{ postalCode: '10001', countryCode: 'US', ip: '192.0.2.7' },
  };
  const request = chargeRequest('1-a-1', number, { payer });
  await processor.charge(request);
  await processor.charge({ ...request, payer: { ...payer, ip: '2001:db8::1:2:3:4' } });
  const [near, far] = asks.map(
    ({ body }) => JSON.parse(body).createTransactionRequest.transactionRequest,
  );
  assert.deepEqual(near.customer, { email: 'ada@example.com' });
  assert.equal(near.customerIP, '192.0.2.7');
  assert.ok(!('customerIP' in far));
  const { city, state, country, phoneNumber } = near.billTo;
  assert.deepEqual([city, state, country, phoneNumber], ['New York', 'NY', 'US', '2125550100']);
});

test('Authorize.Net: a stored card says who charges it, and for what', async () => {
  const told = async (more: Partial<Initiation>) => {
    const { processor, asks } = gateway(written(sale));
    const usual = { by: 'customer', use: 'first', purpose: 'unscheduled' } as const;
    const initiation = { ...usual, networkTransactionId: 'N1', ...more };
    await processor.charge(chargeRequest('1-a-1', number, { initiation }));
    const sent = JSON.parse(asks[0]!.body).createTransactionRequest.transactionRequest;
    const settings = sent.transactionSettings.setting.slice(2);
    return [sent.processingOptions, sent.subsequentAuthInformation, ...settings];
  };
  assert.deepEqual(await told({ use: 'once' }), [undefined, undefined]);
  assert.deepEqual(await told({}), [{ isFirstSubsequentAuth: 'true' }, undefined]);
  const recurring = { purpose: 'recurring' } as const;
  assert.deepEqual(await told(recurring), [{ isFirstRecurringPayment: 'true' }, undefined]);
  assert.deepEqual(await told({ use: 'again' }), [{ isStoredCredentials: 'true' }, undefined]);
  assert.deepEqual(await told({ ...recurring, use: 'again', by: 'merchant' }), [
    { isSubsequentAuth: 'true' },
    { originalNetworkTransId: 'N1' },
    { settingName: 'recurringBilling', settingValue: 'true' },
  ]);
  const installment = { purpose: 'installment', use: 'again', by: 'merchant' } as const;
  assert.deepEqual(await told(installment), [
    { isSubsequentAuth: 'true' },
    { originalNetworkTransId: 'N1' },
  ]);
  assert.deepEqual(await told({ ...installment, originalCents: 1005n }), [
    { isSubsequentAuth: 'true' },
    { originalNetworkTransId: 'N1', originalAuthAmount: '10.05' },
  ]);
  const ofAnother = { ...installment, networkTransactionId: 'pi_1-2', originalCents: 1005n };
  assert.deepEqual(await told(ofAnother), [{ isSubsequentAuth: 'true' }, undefined]);
});

test("Authorize.Net: the networks' name of a charge is told, and one under review is held", async () => {
  const named = { ...sale.transactionResponse, networkTransId: 'N1' };
  const { processor } = gateway(written({ ...sale, transactionResponse: named }));
  const answer = await processor.charge(chargeRequest('1-a-1', number));
  assert.equal(answer.outcome === 'approved' && answer.networkTransactionId, 'N1');
  const review = { ...sale.transactionResponse, responseCode: '4' };
  const other = gateway(written({ ...sale, transactionResponse: review })).processor;
  const held = await other.charge(chargeRequest('1-a-1', number));
  assert.deepEqual(held, {
    outcome: 'unknown',
    reason: 'held for review',
    isThere: true,
    isHeld: true,
  });
});

test('Authorize.Net: a card without code, name or address leaves their elements out', async () => {
  const { processor, asks } = gateway(written(sale));
  const request = chargeRequest('1-a-1', number, { capture: false });
  const card = { ...request.card, cvv: undefined, holder: ' ', address: '', postalCode: '' };
  await processor.charge({ ...request, card });
  await processor.charge({ ...request, card: { ...card, holder: `Ada ${'x'.repeat(60)}` } });
  const [bare, long] = asks.map(
    ({ body }) => JSON.parse(body).createTransactionRequest.transactionRequest,
  );
  assert.equal(bare.transactionType, 'authOnlyTransaction');
  assert.deepEqual(Object.keys(bare.payment.creditCard), ['cardNumber', 'expirationDate']);
  assert.ok(!('billTo' in bare));
  assert.deepEqual(long.billTo, { firstName: 'Ada', lastName: 'x'.repeat(50) });
});

test('Authorize.Net: a follow-up names its charge, and a refund the last four digits', async () => {
  const refTransId = '60000000001';
  const payment = { creditCard: { cardNumber: '1111', expirationDate: 'XXXX' } };
  const order = { invoiceNumber: '1-a-2' };
  const transactionSettings = {
    setting: [{ settingName: 'duplicateWindow', settingValue: '28800' }],
  };
  for (const [kind, expected] of [
    ['capture', { transactionType: 'priorAuthCaptureTransaction', amount: '7.50', refTransId }],
    ['void', { transactionType: 'voidTransaction', refTransId }],
    [
      'refund',
      {
        ...{ transactionType: 'refundTransaction', amount: '7.50', currencyCode: 'USD', payment },
        ...{ refTransId, order, transactionSettings },
      },
    ],
  ] as const) {
    const { processor, asks } = gateway(written({ ...sale, refId: '1-a-2' }));
    const answer = await processor.followUp(followUp(kind, '1-a-2', charge, 750n));
    assert.deepEqual(answer, { ...approval, reference: '1-a-2', amountCents: 750n });
    const { refId, transactionRequest } = JSON.parse(asks[0]!.body).createTransactionRequest;
    assert.equal(refId, '1-a-2');
    assert.equal(JSON.stringify(transactionRequest), JSON.stringify(expected));
  }
});

test('Authorize.Net: an answer counts for what was asked, whole, and as a charge that moved money', async () => {
  const ask = async (more: object, root: object = {}) => {
    const body = { ...sale, ...root };
    const transactionResponse = { ...sale.transactionResponse, ...more };
    const { processor } = gateway(written({ ...body, transactionResponse }));
    const answer = await processor.charge(chargeRequest('1-a-1', number));
    return 'account' in answer ? 'account refused' : answer.outcome;
  };
  assert.equal(await ask({}), 'approved');
  assert.equal(await ask({}, { refId: undefined }), 'approved');
  assert.equal(await ask({}, { refId: '1-a-10' }), 'unknown');
  assert.equal(await ask({ transId: '0' }), 'unknown');
  assert.equal(await ask({ transId: '0', testRequest: '1' }), 'account refused');
  assert.equal(await ask({ splitTenderId: '7' }), 'unknown');
  assert.equal(await ask({ prePaidCard: prepaid('12.30', '12.30') }), 'approved');
  for (const approved of [undefined, '1.23', 'twelve'])
    assert.equal(await ask({ prePaidCard: prepaid('12.30', approved) }), 'unknown');
  assert.equal(await ask({ prePaidCard: prepaid(undefined, undefined) }), 'unknown');
  assert.equal(await ask({ responseCode: '5' }), 'unknown');
  assert.equal(await ask({ responseCode: '4' }), 'unknown');
  assert.equal(await ask({ messages: undefined }), 'unknown');
  assert.equal(await ask({ responseCode: 1 }), 'approved', 'numbers are numbers or texts');
});

function prepaid(requestedAmount: string | undefined, approvedAmount: string | undefined) {
  return { requestedAmount, approvedAmount, balanceOnCard: '3.21' };
}

test('Authorize.Net: an answer that is cut anywhere, or is none, is unknown', async () => {
  const body = written(sale);
  assert.ok(readAnswer(body));
  assert.ok(readAnswer(body.slice(1)), 'without its mark');
  for (let length = 0; length < body.length; length += 1) {
    assert.equal(readAnswer(body.slice(0, length)), undefined, String(length));
  }
  for (const other of [
    ...['null', '[]', '{}', '"Ok"', '<html></html>', '\u0000'.repeat(100), body + body],
    written({ messages: { resultCode: 'Ok' } }),
    written({ messages: { resultCode: 'Perhaps', message: [{ code: 'I00001' }] } }),
    written({ messages: { resultCode: 'Ok', message: [{ code: 'fine' }] } }),
    written({ messages: [ok] }),
  ]) {
    assert.equal(readAnswer(other), undefined, other);
  }
  for (const status of [204, 400, 429, 500, 503]) {
    const { processor } = gateway({ kind: 'answered', status, body });
    assert.equal((await processor.charge(chargeRequest('1-a-1', number))).outcome, 'unknown');
  }
});

test('Authorize.Net: a list is read whole or not at all, and is empty only if the gateway says so', () => {
  const read = (content: object, code = 'I00001') => {
    const messages = { resultCode: 'Ok', message: [{ code, text: '' }] };
    const answer = readAnswer(written({ ...content, messages }))!;
    return [readRows(answer)?.length, readBatches(answer)?.length];
  };
  const row = { transId: '1', submitTimeUTC: '2030-01-15T00:00:00Z' };
  const batch = { batchId: '1', settlementTimeUTC: '2030-01-15T00:00:00Z' };
  assert.deepEqual(read({}, 'I00004'), [0, 0]);
  assert.deepEqual(read({ totalNumInResultSet: 0 }), [0, 0]);
  assert.deepEqual(read({}), [undefined, undefined]);
  assert.deepEqual(read({ transactions: [row], batchList: [batch] }), [1, 1]);
  for (const wrong of [{ ...row, transId: '' }, { ...row, submitTimeUTC: 'soon' }, 'row', null]) {
    assert.equal(read({ transactions: [row, wrong] })[0], undefined);
  }
  for (const wrong of [
    { ...batch, batchId: '' },
    { ...batch, settlementTimeUTC: '' },
  ]) {
    assert.equal(read({ batchList: [wrong] })[1], undefined);
  }
});

test('Authorize.Net: what does not fit into an invoice number is not sent', async () => {
  for (const reference of ['', ' ', 'x'.repeat(21), 'a\nb', 'é', '"', '%', '*']) {
    const { processor, asks } = gateway(written(sale));
    const one = followUp('refund', reference, charge);
    assert.equal((await processor.charge(chargeRequest(reference, number))).outcome, 'rejected');
    assert.equal((await processor.followUp(one)).outcome, 'rejected');
    assert.deepEqual(await processor.inquire(reference, one), { outcome: 'not_found' });
    assert.equal(asks.length, 0);
  }
});

test('Authorize.Net: batches since the request was sent are searched, in spans of thirty days', async () => {
  const nothing = written({
    messages: { resultCode: 'Ok', message: [{ code: 'I00004', text: 'No records found.' }] },
  });
  const days = async (since?: Date) => {
    const { processor, asks } = gateway(nothing);
    assert.deepEqual(await processor.inquire('1-a-1', undefined, since), { outcome: 'not_found' });
    const lists = asks.map(({ body }) => JSON.parse(body).getSettledBatchListRequest);
    return lists
      .filter((list) => list !== undefined)
      .map((list) => [list.firstSettlementDate, list.lastSettlementDate]);
  };
  assert.deepEqual(await days(new Date(Date.UTC(2030, 0, 14))), [
    ['2030-01-13T23:00:00Z', '2030-01-15T00:00:00Z'],
  ]);
  assert.equal((await days()).length, 2);
  assert.equal((await days(new Date(Date.UTC(2029, 9, 20)))).length, 3);
  assert.deepEqual(await days(new Date(Date.UTC(2031, 0, 1))), [], 'a clock of its own');
});
