import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { authorizeNet } from '../../src/ports/processors/authorize-net/authorize-net.ts';
import { elavon } from '../../src/ports/processors/elavon/elavon.ts';
import { createGateways } from '../../src/ports/processors/gateways.ts';
import { nmi } from '../../src/ports/processors/nmi/nmi.ts';
import type { ChargeRequest } from '../../src/ports/processors/processor.ts';
import type { Ask, CallResult } from '../../src/runtime/http-out/http-call.ts';
import { never } from '../limits.ts';
import { authenticated, cryptogram, deviceNumber, sealed, unknownCard } from './contract-proof.ts';
import { made, paid, gateway as stripeGateway } from './stripe-answers.ts';

/* How each gateway is told a 3-D Secure result, and a card of a wallet. */

const number = '4111111111111111';
const plain = chargeRequest('1-a-1', number);
const secret = new Secret('key');

/** A call of which no answer comes, and what was sent. */
function line() {
  const asks: Ask[] = [];
  const call = async (ask: Ask): Promise<CallResult> => {
    asks.push(ask);
    return { kind: 'unknown', reason: 'no answer' };
  };
  return { call, asks };
}

/** What of a request is there because of its proof. */
function added(all: Readonly<Record<string, unknown>>, without: Readonly<Record<string, unknown>>) {
  const names = [...new Set([...Object.keys(all), ...Object.keys(without)])];
  const others = names.filter(
    (name) => JSON.stringify(all[name]) !== JSON.stringify(without[name]),
  );
  return Object.fromEntries(others.map((name) => [name, all[name]]));
}

async function formAtNmi(request: ChargeRequest) {
  const { call, asks } = line();
  await nmi({ call, securityKey: secret }).charge(request);
  return Object.fromEntries(new URLSearchParams(asks[0]!.body));
}

test('NMI: the fields of a 3-D Secure result and of the number of a device', async () => {
  const without = await formAtNmi(plain);
  const proven = await formAtNmi({ ...plain, authentication: authenticated });
  assert.deepEqual(added(proven, without), {
    cardholder_auth: 'verified',
    cavv: cryptogram,
    eci: '05',
    three_ds_version: '2.2.0',
    directory_server_id: authenticated.dsTransactionId,
  });
  const attempted = { ...authenticated, status: 'attempted', eci: '06' } as const;
  const form = await formAtNmi({ ...plain, authentication: attempted });
  assert.deepEqual([form.cardholder_auth, form.eci], ['attempted', '06']);
  for (const [kind, field] of [
    ['apple_pay', 'decrypted_applepay_data'],
    ['google_pay', 'decrypted_googlepay_data'],
  ] as const) {
    const wallet = await formAtNmi({ ...plain, wallet: deviceNumber(kind) });
    assert.deepEqual(added(wallet, without), { [field]: '1', cavv: cryptogram, eci: '07' });
  }
});

async function requestAtAuthorizeNet(request: ChargeRequest) {
  const { call, asks } = line();
  const now = () => new Date(0);
  const options = { call, loginId: 'login', transactionKey: secret, isSandbox: false, now };
  await authorizeNet(options).charge(request);
  return JSON.parse(asks[0]!.body).createTransactionRequest.transactionRequest;
}

test('Authorize.Net: the elements of a 3-D Secure result and of both forms of a wallet', async () => {
  const without = await requestAtAuthorizeNet(plain);
  const proven = await requestAtAuthorizeNet({ ...plain, authentication: authenticated });
  assert.deepEqual(added(proven, without), {
    cardholderAuthentication: {
      authenticationIndicator: '05',
      cardholderAuthenticationValue: cryptogram,
    },
  });
  const device = await requestAtAuthorizeNet({ ...plain, wallet: deviceNumber('apple_pay') });
  assert.deepEqual(device.payment.creditCard, {
    ...without.payment.creditCard,
    ...{ isPaymentToken: true, cryptogram, tokenRequestorEci: '07' },
  });
  for (const [kind, dataDescriptor] of [
    ['apple_pay', 'COMMON.APPLE.INAPP.PAYMENT'],
    ['google_pay', 'COMMON.GOOGLE.INAPP.PAYMENT'],
  ] as const) {
    const wallet = sealed(kind, number);
    const sent = await requestAtAuthorizeNet({ ...plain, card: unknownCard(plain), wallet });
    const { opaqueData, ...others } = sent.payment;
    assert.deepEqual(others, {});
    assert.equal(opaqueData.dataDescriptor, dataDescriptor);
    const opened = Buffer.from(opaqueData.dataValue, 'base64').toString();
    assert.ok(wallet.form === 'sealed' && wallet.payload.holds(opened));
  }
});

async function fieldsAtElavon(request: ChargeRequest) {
  const { call, asks } = line();
  const user = { merchantId: '0012345', userId: 'quittance' };
  await elavon({ call, user, pin: secret, isSandbox: true }).charge(request);
  const xml = new URLSearchParams(asks[0]!.body).get('xmldata') ?? '';
  const found = xml.matchAll(/<(ssl_\w+)>([^<]*)</g);
  return Object.fromEntries([...found].map(([, name, text]) => [name, text]));
}

test('Elavon: the fields of a 3-D Secure result, and a sealed payload in place of the card', async () => {
  const without = await fieldsAtElavon(plain);
  const proven = await fieldsAtElavon({ ...plain, authentication: authenticated });
  assert.deepEqual(added(proven, without), {
    ssl_3dsecure_value: cryptogram,
    ssl_eci_ind: '05',
    ssl_3ds_message_version: '2.2.0',
    ssl_3ds_server_trans_id: authenticated.serverTransactionId,
    ssl_3ds_trans_status: 'Y',
  });
  for (const [kind, name] of [
    ['apple_pay', 'ssl_applepay_web'],
    ['google_pay', 'ssl_google_pay'],
  ] as const) {
    const wallet = sealed(kind, number);
    const sent = await fieldsAtElavon({ ...plain, card: unknownCard(plain), wallet });
    const payload = sent[name]?.replaceAll('&quot;', '"') ?? '';
    assert.ok(wallet.form === 'sealed' && wallet.payload.holds(payload));
    for (const part of ['ssl_card_number', 'ssl_exp_date', 'ssl_cvv2cvc2'])
      assert.ok(!(part in sent), part);
  }
});

test('Stripe: a 3-D Secure result comes with the card, and not before', async () => {
  const { processor, asks } = stripeGateway(made, paid);
  await processor.charge({ ...plain, authentication: authenticated });
  const [create, confirm] = asks.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  const ofProof = (form: Readonly<Record<string, string>>) =>
    Object.entries(form).filter(([name]) => name.includes('three_d_secure'));
  const result = 'payment_method_options[card][three_d_secure]';
  assert.deepEqual(ofProof(create!), []);
  assert.deepEqual(ofProof(confirm!), [
    [`${result}[cryptogram]`, cryptogram],
    [`${result}[transaction_id]`, authenticated.dsTransactionId],
    [`${result}[version]`, '2.2.0'],
    [`${result}[electronic_commerce_indicator]`, '05'],
  ]);
});

test('nothing of a proof is in a conversation that is kept', async () => {
  const gateways = createGateways({
    callTimeoutMs: 1000,
    signalAfter: never,
    now: () => new Date(0),
    keep: async () => {},
  });
  const account = { address: 'http://127.0.0.1:9', key: secret, merchant: '0012345:quittance' };
  const wallet = sealed('google_pay', number);
  const { payload } = wallet as Extract<typeof wallet, { form: 'sealed' }>;
  for (const [name, request] of [
    ['nmi', { ...plain, authentication: authenticated }],
    ['nmi', { ...plain, wallet: deviceNumber('apple_pay') }],
    ['authorize-net', { ...plain, authentication: authenticated }],
    ['authorize-net', { ...plain, card: unknownCard(plain), wallet }],
    ['elavon', { ...plain, authentication: authenticated }],
  ] as const) {
    const kept: string[] = [];
    const gateway = gateways.connect(name, account, (one) => kept.push(one.request));
    await gateway.charge(request);
    assert.equal(kept.length, 1, name);
    const text = kept.join();
    const sealedData = JSON.parse(payload.reveal()).data;
    for (const one of [cryptogram, encodeURIComponent(cryptogram), sealedData])
      assert.ok(!text.includes(one), name);
  }
});
