import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { flawOf } from '../../src/payments/accounts/check-account.ts';
import { cleanText } from '../../src/ports/processors/gateway-text.ts';
import {
  addresses,
  isSandbox,
  readReport,
  readTransactAnswer,
} from '../../src/ports/processors/nmi/client.ts';
import { nmi } from '../../src/ports/processors/nmi/nmi.ts';
import type { Initiation } from '../../src/ports/processors/processor.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';

/** A gateway that answers the same to everything, or in turn, and what it was sent. */
function gateway(...bodies: readonly (string | CallResult)[]) {
  const asks: Ask[] = [];
  const call = async (ask: Ask): Promise<CallResult> => {
    const body = bodies[Math.min(asks.push(ask), bodies.length) - 1]!;
    return typeof body === 'string' ? { kind: 'answered', status: 200, body } : body;
  };
  const processor = nmi({ call, securityKey: new Secret('key+&='), processorId: 'two' });
  const sent = (nth = 0) => Object.fromEntries(new URLSearchParams(asks[nth]!.body));
  return { processor, asks, sent };
}

const sale =
  'response=1&responsetext=SUCCESS&authcode=123456&transactionid=7000000001&avsresponse=Y' +
  '&cvvresponse=M&orderid=1-a-1&type=sale&response_code=100';
const charge = { reference: '1-a-1', processorId: '7000000001', amountCents: 1000n };
const number = '4111111111111111';
const approval = { ...charge, outcome: 'approved', authorizationCode: '123456' } as const;
const checks = { address: 'match', securityCode: 'match' } as const;

test('NMI: a charge is one form, with all that is known of card and payer', async () => {
  const { processor, asks, sent } = gateway(sale);
  const answer = await processor.charge(chargeRequest('1-a-1', number));
  assert.deepEqual(answer, { ...approval, checks, networkTransactionId: approval.processorId });
  const [{ method, path, headers }] = asks as [Ask];
  assert.deepEqual([method, path], ['POST', '/api/transact.php']);
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8');
  assert.deepEqual(sent(), {
    security_key: 'key+&=',
    type: 'sale',
    amount: '10.00',
    currency: 'USD',
    dup_seconds: '0',
    descriptor: 'QUITTANCE TEST',
    payment: 'creditcard',
    ccnumber: number,
    ccexp: '1239',
    cvv: '739',
    firstname: 'Ada',
    lastname: 'Canary-Example',
    address1: '1 Canary Street',
    zip: '10001',
    processor_id: 'two',
    orderid: '1-a-1',
  });
});

const payer = {
  ...{ firstName: 'Ada', lastName: 'Park', email: 'ada@example.com', phone: '2125550100' },
  ...{ address1: '1 Canary Street', address2: 'Floor 2', city: 'New York', stateCode: 'NY' },
  ...{ postalCode: '10001', countryCode: 'US', ip: '192.0.2.7' },
};

test('NMI: what is known of the payer goes with the charge', async () => {
  const { processor, sent } = gateway(sale);
  await processor.charge(chargeRequest('1-a-1', number, { payer }));
  const { address2, city, state, country, phone, email, ipaddress } = sent();
  assert.deepEqual(
    [address2, city, state, country, phone, email, ipaddress],
    ['Floor 2', 'New York', 'NY', 'US', '2125550100', 'ada@example.com', '192.0.2.7'],
  );
});

test('NMI: a stored card says who charges it, and the business names its first charge', async () => {
  const initiations: readonly (readonly [Initiation, Record<string, string>])[] = [
    [stored('customer', 'once'), {}],
    [
      stored('customer', 'first'),
      { initiated_by: 'customer', stored_credential_indicator: 'stored' },
    ],
    [
      stored('customer', 'again'),
      { initiated_by: 'customer', stored_credential_indicator: 'used' },
    ],
    [
      { ...stored('merchant', 'again'), purpose: 'recurring' },
      {
        ...{ initiated_by: 'merchant', stored_credential_indicator: 'used' },
        ...{ initial_transaction_id: '7001', billing_method: 'recurring' },
      },
    ],
    [
      { ...stored('merchant', 'again'), purpose: 'installment' },
      {
        ...{ initiated_by: 'merchant', stored_credential_indicator: 'used' },
        ...{ initial_transaction_id: '7001', billing_method: 'installment' },
      },
    ],
  ];
  for (const [initiation, expected] of initiations) {
    const { processor, sent } = gateway(sale);
    await processor.charge(chargeRequest('1-a-1', number, { initiation }));
    const names = ['initiated_by', 'stored_credential_indicator', 'initial_transaction_id'];
    const told = [...names, 'billing_method'].flatMap((name) =>
      sent()[name] === undefined ? [] : [[name, sent()[name]]],
    );
    assert.deepEqual(Object.fromEntries(told), expected);
  }
});

function stored(by: Initiation['by'], use: Initiation['use']): Initiation {
  return { by, use, purpose: 'unscheduled', networkTransactionId: '7001' };
}

test('NMI: a card without code, name or address leaves their fields out', async () => {
  const { processor, sent } = gateway(sale.replace('type=sale', 'type=auth'));
  const request = chargeRequest('1-a-1', number, { capture: false, amountCents: 99_999_999n });
  const card = { ...request.card, cvv: undefined, holder: ' Ada ', address: '', postalCode: '' };
  await processor.charge({ ...request, card, statementDescriptor: undefined });
  const { type, amount, firstname, ...others } = sent();
  assert.deepEqual([type, amount, firstname], ['auth', '999999.99', 'Ada']);
  for (const name of ['cvv', 'lastname', 'address1', 'zip', 'descriptor']) {
    assert.ok(!(name in others), name);
  }
  await processor.charge({ ...request, card: { ...card, holder: 'Ada María  de la Cruz' } });
  assert.deepEqual([sent(1).firstname, sent(1).lastname], ['Ada María  de la', 'Cruz']);
});

test('NMI: a follow-up names its charge; a void has no amount', async () => {
  for (const [kind, amount] of [
    ['capture', '7.50'],
    ['void', undefined],
    ['refund', '7.50'],
  ] as const) {
    // An order id of a capture would replace the charge's.
    const orderid = kind === 'refund' ? '1-a-2' : undefined;
    const body = sale.replace('1-a-1', orderid ?? '').replace('type=sale', `type=${kind}`);
    const { processor, sent } = gateway(body);
    const answer = await processor.followUp(followUp(kind, '1-a-2', charge, 750n));
    assert.deepEqual(answer, { ...approval, reference: '1-a-2', amountCents: 750n });
    const expected = { security_key: 'key+&=', type: kind, transactionid: '7000000001', amount };
    const all = { amount: undefined, orderid: undefined, ...sent() };
    assert.deepEqual(all, { ...expected, orderid });
  }
});

test('NMI: an answer counts for what was asked, and errors for it too where fields are empty', async () => {
  const ask = async (body: string) =>
    (await gateway(body).processor.charge(chargeRequest('1-a-1', number))).outcome;
  assert.equal(await ask(sale.replace('orderid=1-a-1', 'orderid=')), 'approved');
  assert.equal(await ask(sale.replace('orderid=1-a-1', 'orderid=1-a-10')), 'unknown');
  assert.equal(await ask(sale.replace('type=sale', 'type=auth')), 'unknown');
  assert.equal(await ask(sale.replace('7000000001', '')), 'unknown');
  assert.equal(await ask(`${sale}&partial_payment_id=77`), 'unknown');
  const error = 'response=3&responsetext=Invalid+amount&transactionid=&orderid=&response_code=300';
  assert.equal(await ask(error), 'rejected');
  assert.equal(await ask(error.replace('orderid=', 'orderid=other')), 'unknown');

  const { processor } = gateway(sale.replace('type=sale', 'type=void'));
  const ofItsCharge = await processor.followUp(followUp('void', '1-a-2', charge));
  assert.equal(ofItsCharge.outcome, 'approved', 'a void is an action of its charge');
});

test('NMI: an answer that is cut anywhere, or is none, is unknown', async () => {
  assert.ok(readTransactAnswer(sale));
  for (let length = 0; length < sale.length; length += 1) {
    assert.equal(readTransactAnswer(sale.slice(0, length)), undefined, String(length));
  }
  for (const body of [
    sale + sale,
    `${sale}&${sale}`,
    '<html>response=1</html>',
    '\u0000'.repeat(100),
    `{"response":"1","response_code":"100"}`,
    sale.replace('response=1', 'response=4'),
    sale.replace('code=100', 'code=1000'),
  ]) {
    assert.equal(readTransactAnswer(body), undefined, body);
  }
});

test('NMI: what does not fit into an order id is not sent', async () => {
  for (const reference of ['', ' ', 'x'.repeat(21), 'a\nb', 'é', '"', '%', '*']) {
    const { processor, asks } = gateway(sale);
    assert.equal((await processor.charge(chargeRequest(reference, number))).outcome, 'rejected');
    const one = followUp('refund', reference, charge);
    assert.equal((await processor.followUp(one)).outcome, 'rejected');
    assert.deepEqual(await processor.inquire(reference, one), { outcome: 'not_found' });
    assert.equal(asks.length, 0);
  }
  const { processor, asks } = gateway(sale);
  const ofNothing = followUp('void', '1-a-2', { ...charge, processorId: '' });
  assert.equal((await processor.followUp(ofNothing)).outcome, 'rejected');
  assert.equal(asks.length, 0);
});

test('NMI: a report is read whole or not at all', () => {
  const rows = (body: string) => readReport(body);
  assert.deepEqual(rows('<nm_response/>'), { kind: 'rows', rows: [] });
  const empty = '<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>\n</nm_response>\n';
  assert.deepEqual(rows(empty), { kind: 'rows', rows: [] });
  const error = '<nm_response><error_response>No</error_response></nm_response>';
  assert.deepEqual(rows(error), { kind: 'error', text: 'No' });
  for (const is of [true, false]) {
    const body = `<nm_response><test_mode_enabled>${is}</test_mode_enabled></nm_response>`;
    assert.deepEqual(rows(body), { kind: 'test_mode', isTestMode: is });
  }
  for (const body of [
    '',
    'nothing',
    '<html></html>',
    '<html><body>Down<br></body></html>',
    '<nm_response>',
    '<nm_response></nm_response><nm_response/>',
    '<nm_response>Service unavailable</nm_response>',
    '<nm_response><fault/></nm_response>',
    '<nm_response xmlns="urn:x"/>',
    '<!DOCTYPE nm_response><nm_response/>',
    '<nm_response><test_mode_enabled>maybe</test_mode_enabled></nm_response>',
    '<nm_response><transaction/><error_response>No</error_response></nm_response>',
    '<nm_response><transaction><order_id>a</order_id><order_id>b</order_id></transaction></nm_response>',
    '<nm_response><transaction><action><success>1</success><success>0</success></action></transaction></nm_response>',
  ]) {
    assert.equal(rows(body), undefined, body);
  }
});

test('NMI: the host of the sandbox moves no money, whatever the merchant switched', async () => {
  const report = (is: boolean) =>
    `<nm_response><test_mode_enabled>${is}</test_mode_enabled></nm_response>`;
  for (const [address, isTestMode, told] of [
    [addresses.sandbox, false, true],
    [`${addresses.sandbox}/`, false, true],
    [addresses.sandbox, true, true],
    [addresses.live, false, false],
    [addresses.live, true, true],
    ['https://sandbox.nmi.com.example', false, false],
    ['https://secure.nmi.com/sandbox.nmi.com', false, false],
  ] as const) {
    const call = async (): Promise<CallResult> => ({
      kind: 'answered',
      status: 200,
      body: report(isTestMode),
    });
    const securityKey = new Secret('key');
    const processor = nmi({ call, securityKey, isSandbox: isSandbox(address) });
    const found = { outcome: 'good', isTestMode: told } as const;
    assert.deepEqual(await processor.check(), found, address);
    // A sandbox business may use it exactly where a live one never may.
    assert.equal(flawOf(found, 'sandbox') === undefined, told, address);
    assert.equal(flawOf(found, 'live') === undefined, !told, address);
  }
});

test('NMI: a text of the gateway shows no card, no key and no code', () => {
  const secrets = [new Secret('s3cret-key'), new Secret('4111111111111111'), new Secret('739')];
  const text = cleanText(
    'Card 4111111111111111, 4111 1111 1111 1111 or 5500005555555559\u0007 with 739 and s3cret-key',
    secrets,
  );
  for (const secret of ['41111111', '4111 1111 1111 1111', '55000055', '739', 's3cret', '\u0007']) {
    assert.ok(!text.includes(secret), text);
  }
  assert.match(text, /^Card .* with \[secret\] and \[secret\]$/);
  assert.equal(cleanText('x'.repeat(1000), secrets).length, 200);
  const cut = cleanText(`${'x'.repeat(195)} 5500005555555559`, []);
  assert.ok(!/\d{4}/.test(cut), 'a number is masked before it is cut');
});
