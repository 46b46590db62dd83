import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { faultIn } from '../../packages/sandbox/src/gateways/authorize-net/schema-check.ts';
import { chargeRequest } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { authorizeNet } from '../../src/ports/processors/authorize-net/authorize-net.ts';
import type { TokenAnswer, TokenRequest } from '../../src/ports/processors/processor.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';

/* The Customer Information Manager of Authorize.Net, request by request. */

const number = '4111111111111111';
const token = new Secret('900100001/910200001');
const merchantAuthentication = { name: 'login', transactionKey: 'key' };
const ok = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };
const made = {
  refId: '1-t1',
  customerProfileId: '900100001',
  customerPaymentProfileIdList: ['910200001'],
  messages: ok,
};
const written = (content: object) => `\uFEFF${JSON.stringify(content)}`;

function gateway(...bodies: readonly (string | CallResult)[]) {
  const asks: Ask[] = [];
  const call = async (ask: Ask): Promise<CallResult> => {
    const body = bodies[Math.min(asks.push(ask), bodies.length) - 1]!;
    return typeof body === 'string' ? { kind: 'answered', status: 200, body } : body;
  };
  const now = () => new Date(Date.UTC(2030, 0, 15));
  const transactionKey = new Secret('key');
  const processor = authorizeNet({ call, loginId: 'login', transactionKey, isSandbox: false, now });
  return { processor, asks };
}

function keep(sent: Secret | undefined = new Secret(number), reference = '1-t1'): TokenRequest {
  const { card } = chargeRequest(reference, number);
  return { reference, currency: 'USD', card: { ...card, cvv: new Secret('739'), number: sent } };
}

const sameNumber: TokenRequest = { ...keep(), card: { ...keep().card, number: undefined } };
const person = {
  ...{ firstName: 'Ada', lastName: 'Canary-Example' },
  address: '1 Canary Street',
};

function checkOrder({ body = '' }: Ask): void {
  const [[name, content]] = Object.entries(JSON.parse(body)) as [[string, object]];
  assert.equal(faultIn(name, content), undefined);
}

test('Authorize.Net: a card is a profile of its own, without its code, in the order of the schema', async () => {
  const { processor, asks } = gateway(written(made));
  assert.deepEqual(await processor.tokenize!(keep()), { outcome: 'kept', token });
  const expected = {
    createCustomerProfileRequest: {
      merchantAuthentication,
      refId: '1-t1',
      profile: {
        merchantCustomerId: '1-t1',
        paymentProfiles: {
          billTo: { ...person, zip: '10001' },
          payment: { creditCard: { cardNumber: number, expirationDate: '2039-12' } },
        },
      },
      validationMode: 'none',
    },
  };
  assert.equal(asks[0]!.body, JSON.stringify(expected));
  const other = await processor.updateToken!(new Secret('900100000/910200000'), keep());
  assert.deepEqual(other, { outcome: 'kept', token });
  assert.equal(asks[1]!.body, JSON.stringify(expected), 'another number is another profile');
  for (const ask of asks) checkOrder(ask);
});

test('Authorize.Net: what else is in a profile is changed with the masked number that it shows', async () => {
  const billTo = { city: 'Portland', state: 'ME', zip: '04101', country: 'US', firstName: 'Pat' };
  const creditCard = { cardNumber: 'XXXX1111', expirationDate: 'XXXX' };
  const paymentProfile = { billTo, payment: { creditCard } };
  const shown = { refId: '1-t1', paymentProfile, messages: ok };
  const { processor, asks } = gateway(written(shown), written({ refId: '1-t1', messages: ok }));
  const answer = await processor.updateToken!(token, sameNumber);
  assert.deepEqual(answer, { outcome: 'kept', token });
  assert.deepEqual(JSON.parse(asks[0]!.body ?? ''), {
    getCustomerPaymentProfileRequest: {
      ...{ merchantAuthentication, refId: '1-t1' },
      ...{ customerProfileId: '900100001', customerPaymentProfileId: '910200001' },
    },
  });
  const expected = {
    updateCustomerPaymentProfileRequest: {
      ...{ merchantAuthentication, refId: '1-t1', customerProfileId: '900100001' },
      paymentProfile: {
        billTo: { ...person, city: 'Portland', state: 'ME', zip: '10001', country: 'US' },
        payment: { creditCard: { cardNumber: 'XXXX1111', expirationDate: '2039-12' } },
        customerPaymentProfileId: '910200001',
      },
      validationMode: 'none',
    },
  };
  assert.equal(asks[1]!.body, JSON.stringify(expected));
  for (const ask of asks) checkOrder(ask);
  const bare = gateway(written({ refId: '1-t1', messages: ok }));
  assert.equal((await bare.processor.updateToken!(token, sameNumber)).outcome, 'unknown');
  assert.equal(bare.asks.length, 1, 'without the masked number nothing is changed');
});

test('Authorize.Net: a charge of a profile has neither card, customer nor address beside it', async () => {
  const { processor, asks } = gateway('{}');
  const initiation = {
    ...({ by: 'merchant', use: 'again', purpose: 'recurring' } as const),
    networkTransactionId: '0TN1',
  };
  const request = chargeRequest('1-a-1', number, { processorToken: token, initiation });
  assert.equal((await processor.charge(request)).outcome, 'unknown');
  const { transactionRequest } = JSON.parse(asks[0]!.body ?? '').createTransactionRequest;
  assert.deepEqual(transactionRequest, {
    transactionType: 'authCaptureTransaction',
    amount: '10.00',
    currencyCode: 'USD',
    profile: {
      customerProfileId: '900100001',
      paymentProfile: { paymentProfileId: '910200001', cardCode: '739' },
    },
    order: { invoiceNumber: '1-a-1' },
    transactionSettings: {
      setting: [
        { settingName: 'allowPartialAuth', settingValue: 'false' },
        { settingName: 'duplicateWindow', settingValue: '28800' },
        { settingName: 'recurringBilling', settingValue: 'true' },
      ],
    },
    processingOptions: { isSubsequentAuth: 'true' },
    subsequentAuthInformation: { originalNetworkTransId: '0TN1' },
  });
  checkOrder(asks[0]!);
});

const refusal = (code: string, text = 'No.') =>
  written({ refId: '1-t1', messages: { resultCode: 'Error', message: [{ code, text }] } });

test('Authorize.Net: what is answered to a profile', async () => {
  const rows: readonly (readonly [string | CallResult, TokenAnswer['outcome'], string?])[] = [
    [written({ ...made, refId: '' }), 'kept'],
    [written({ ...made, refId: '1-t2' }), 'unknown'],
    [written({ ...made, customerProfileId: '' }), 'unknown'],
    [written({ ...made, customerPaymentProfileIdList: [] }), 'unknown'],
    [written({ ...made, customerPaymentProfileIdList: ['1', '2'] }), 'unknown'],
    [written(made).slice(0, 40), 'unknown'],
    [refusal('E00001'), 'unknown'],
    [refusal('E00007'), 'rejected'],
    [refusal('E00013'), 'rejected'],
    [refusal('E00039', 'A duplicate record with ID 900100009 already exists.'), 'rejected'],
    [refusal('E00044'), 'rejected', 'right'],
    [refusal('E00053'), 'unknown'],
    [{ kind: 'answered', status: 503, body: '' }, 'unknown'],
    [{ kind: 'not_sent', reason: 'refused' }, 'not_sent'],
    [{ kind: 'unknown', reason: 'no answer' }, 'unknown'],
  ];
  for (const [body, outcome, because] of rows) {
    const answer = await gateway(body).processor.tokenize!(keep());
    assert.equal(answer.outcome, outcome, JSON.stringify(body));
    assert.equal('because' in answer ? answer.because : undefined, because, JSON.stringify(body));
  }
  const { processor, asks } = gateway(written(made));
  const tooLong = keep(undefined, 'x'.repeat(21));
  assert.equal((await processor.tokenize!(tooLong)).outcome, 'rejected');
  assert.equal(asks.length, 0);
});

test('Authorize.Net: a charge of a profile that is none is refused for its token, and tells no secret', async () => {
  for (const code of ['E00040', 'E00044']) {
    const told = refusal(code, `No 900100001, 910200001 or ${number}.`);
    for (const [processorToken, outcome] of [
      [token, 'rejected'],
      [undefined, 'unknown'],
    ] as const) {
      const { processor } = gateway(told.replace('1-t1', '1-a-1'));
      const answer = await processor.charge(chargeRequest('1-a-1', number, { processorToken }));
      assert.equal(answer.outcome, outcome);
      assert.equal('because' in answer, outcome === 'rejected');
      for (const secret of ['900100001', '910200001', number])
        assert.ok(!JSON.stringify(answer).includes(secret));
    }
    const changed = await gateway(told).processor.updateToken!(token, sameNumber);
    assert.deepEqual(
      [changed.outcome, 'because' in changed && changed.because],
      ['rejected', 'token'],
    );
  }
  const { processor, asks } = gateway('{}');
  for (const none of ['1', '1/2/3', 'a/b', '1/']) {
    const processorToken = new Secret(none);
    const answer = await processor.charge(chargeRequest('1-a-1', number, { processorToken }));
    assert.deepEqual(
      [answer.outcome, 'because' in answer && answer.because],
      ['rejected', 'token'],
    );
    assert.equal((await processor.updateToken!(processorToken, sameNumber)).outcome, 'rejected');
  }
  assert.equal(asks.length, 0, 'nothing is sent of it');
});
