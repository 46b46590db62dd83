import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { faultIn } from '../../packages/sandbox/src/gateways/authorize-net/schema-check.ts';
import { approved, chargeRequest, followUp } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { authorizeNet } from '../../src/ports/processors/authorize-net/authorize-net.ts';
import type { Payer } from '../../src/ports/processors/payer.ts';
import type { Initiation, TokenRequest } from '../../src/ports/processors/processor.ts';
import { httpCall } from '../../src/runtime/http-out/http-call.ts';
import { never } from '../limits.ts';
import { type AuthorizeNetScene, openSceneForFile, transactionKey } from './authorize-net-scene.ts';

/* What the published schema of the gateway says of each request that we write. */

const card = '4111111111111111';
const cryptogram = new Secret('AAABBBCCCDDDEEEFFFGGGHHHIII=');
// Cut at an even length it would end in half a character.
const long = `A${'😀'.repeat(200)}`;
const payer: Payer = {
  ...{ firstName: 'Ada', lastName: 'Park', email: `${'a'.repeat(300)}@example.com` },
  ...{ phone: '2'.repeat(40), address1: long, address2: long, city: long, stateCode: long },
  ...{ postalCode: long, countryCode: 'US', ip: '192.0.2.7' },
};
const stored = { purpose: 'unscheduled', networkTransactionId: undefined } as const;
const initiations: readonly Initiation[] = [
  { ...stored, by: 'customer', use: 'once' },
  { ...stored, by: 'customer', use: 'first' },
  { ...stored, by: 'customer', use: 'first', purpose: 'recurring' },
  { ...stored, by: 'customer', use: 'again' },
  { ...stored, by: 'merchant', use: 'again' },
  { ...stored, by: 'merchant', use: 'again', purpose: 'recurring', networkTransactionId: '0TN 1' },
  { ...stored, by: 'merchant', use: 'again', networkTransactionId: '0TN1', originalCents: 1005n },
  // A name of another gateway, that somebody imported.
  { ...stored, by: 'merchant', use: 'again', networkTransactionId: 'x_1-2', originalCents: 1n },
];

type Body = readonly [name: string, content: Record<string, unknown>];

/** The connector before the double, and all that it wrote. */
function recorded(scene: AuthorizeNetScene) {
  const bodies: Body[] = [];
  const times = { callTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
  const call = httpCall({ url: scene.url, ...times, keepsConnections: false, signalAfter: never });
  const processor = authorizeNet({
    call: async (ask) => {
      bodies.push(...(Object.entries(JSON.parse(ask.body)) as Body[]));
      return await call(ask);
    },
    loginId: 'exampleLog1',
    transactionKey: new Secret(transactionKey),
    isSandbox: false,
    now: scene.now,
  });
  return { processor, bodies };
}

/** Every request that the connector can write. */
async function everyBody(): Promise<readonly Body[]> {
  const scene = await openSceneForFile();
  const { processor, bodies } = recorded(scene);
  const since = scene.now();
  let count = 0;
  const charge = async (more: Parameters<typeof chargeRequest>[2]) => {
    count += 1;
    const answer = await processor.charge(chargeRequest(`1-${count}-1`, card, more));
    // What the schema refuses would be refused as malformed.
    assert.equal(answer.outcome, 'approved', inspect(answer));
  };
  const request = chargeRequest('1-a-1', card);
  const bare = { ...request.card, cvv: undefined, holder: ' ', address: '', postalCode: '' };
  await charge({ payer, card: { ...request.card, holder: long, address: long, postalCode: long } });
  await charge({ card: bare });
  for (const initiation of initiations) await charge({ initiation });
  const proof = { version: '2.2.0', status: 'authenticated', eci: '05', cryptogram } as const;
  await charge({
    authentication: { ...proof, dsTransactionId: 'd', serverTransactionId: undefined },
  });
  const device = { kind: 'apple_pay', form: 'device_number', cryptogram } as const;
  await charge({ wallet: { ...device, eci: '07' } });
  await charge({ wallet: { ...device, eci: undefined } });
  const kept = await processor.tokenize!(tokenRequest('1-t1'));
  assert.ok(kept.outcome === 'kept');
  await charge({ processorToken: kept.token });
  await charge({ processorToken: kept.token, card: bare });
  assert.equal((await processor.updateToken!(kept.token, tokenRequest('1-t2'))).outcome, 'kept');
  const sameNumber = { ...tokenRequest('1-t3'), card: { ...request.card, number: undefined } };
  assert.equal((await processor.updateToken!(kept.token, sameNumber)).outcome, 'kept');

  const open = await approved(processor, '1-b-1', card, { capture: false });
  const sold = await approved(processor, '1-c-1', card);
  await processor.followUp(followUp('capture', '1-b-2', open));
  await processor.followUp(followUp('void', '1-b-3', open));
  await processor.inquire('1-b-1', undefined, since);
  scene.passSeconds(2 * 24 * 3600);
  const refund = followUp('refund', '1-c-2', sold);
  assert.equal((await processor.followUp(refund)).outcome, 'approved');
  await processor.inquire('1-c-1', undefined, since);
  await processor.inquire('1-c-2', refund, since);
  assert.equal((await processor.settledRows!(since, scene.now())).outcome, 'settled');
  await processor.disputes!(since, scene.now());
  await processor.check();
  return bodies;
}

function tokenRequest(reference: string): TokenRequest {
  const { card: of } = chargeRequest(reference, card);
  const number = new Secret(card);
  return { reference, currency: 'USD', card: { ...of, number, cvv: undefined, holder: long } };
}

const bodies = await everyBody();

test('Authorize.Net: every request that we write is one of the published schema', () => {
  for (const [name, content] of bodies)
    assert.equal(faultIn(name, content), undefined, JSON.stringify(content));
  assert.deepEqual([...new Set(bodies.map(([name]) => name))].sort(), [
    'createCustomerProfileRequest',
    'createTransactionRequest',
    'getCustomerPaymentProfileRequest',
    'getMerchantDetailsRequest',
    'getSettledBatchListRequest',
    'getTransactionDetailsRequest',
    'getTransactionListRequest',
    'getUnsettledTransactionListRequest',
    'updateCustomerPaymentProfileRequest',
  ]);
});

test('Authorize.Net: a sealed payload of a wallet is one of the schema', async () => {
  const asks: Body[] = [];
  const processor = authorizeNet({
    call: async ({ body }) => {
      asks.push(...(Object.entries(JSON.parse(body)) as Body[]));
      return { kind: 'unknown', reason: 'no answer' };
    },
    loginId: 'login',
    transactionKey: new Secret('key'),
    isSandbox: false,
    now: () => new Date(Date.UTC(2030, 0, 15)),
  });
  const payload = new Secret('{"data":"abc"}');
  const wallet = { kind: 'google_pay', form: 'sealed', payload } as const;
  const { holder, address, postalCode } = chargeRequest('1-a-1', card).card;
  const sealed = { holder, address, postalCode, cvv: undefined };
  await processor.charge({ ...chargeRequest('1-a-1', card), card: sealed, wallet });
  assert.deepEqual(
    asks.map(([name, content]) => faultIn(name, content)),
    [undefined],
  );
});

test('Authorize.Net: a number for which the schema has no room is not sent', async () => {
  const { processor, bodies: sent } = recorded(await openSceneForFile());
  const number = new Secret('6200000000000000003');
  const request = chargeRequest('1-a-1', card);
  const answer = await processor.charge({ ...request, card: { ...request.card, number } });
  assert.equal(answer.outcome, 'rejected');
  const tooLong = tokenRequest('1-t1');
  const kept = await processor.tokenize!({ ...tooLong, card: { ...tooLong.card, number } });
  assert.deepEqual([kept.outcome, sent], ['rejected', []]);
});

type Change = readonly [path: string, changed: unknown];

/** Every copy of a value in which one object, at whatever depth, is changed. */
function* changedEverywhere(
  value: unknown,
  change: (of: Record<string, unknown>, path: string) => Iterable<Change>,
  path = '',
): Generator<Change> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries())
      for (const [at, changed] of changedEverywhere(one, change, `${path}.${i}`))
        yield [at, value.with(i, changed)];
    return;
  }
  yield* change(value as Record<string, unknown>, path);
  for (const [key, inner] of Object.entries(value))
    for (const [at, changed] of changedEverywhere(inner, change, `${path}.${key}`))
      yield [at, { ...value, [key]: changed }];
}

test('Authorize.Net: no two elements may change places, and none may come that is in no list', () => {
  let count = 0;
  for (const [name, content] of bodies) {
    for (const [at, changed] of changedEverywhere(content, swappedPairs)) {
      count += 1;
      assert.match(faultIn(name, changed) ?? '', /too late/, `${name} ${at}`);
    }
    for (const [at, changed] of changedEverywhere(content, withOneMore))
      assert.match(faultIn(name, changed) ?? '', /unknown/, `${name} ${at}`);
  }
  assert.ok(count > 100);
});

function* swappedPairs(of: Record<string, unknown>, path: string): Generator<Change> {
  const entries = Object.entries(of);
  for (let i = 1; i < entries.length; i += 1) {
    const [one, other] = [entries[i - 1]!, entries[i]!];
    const swapped = entries.with(i - 1, other).with(i, one);
    yield [`${path}.${other[0]}`, Object.fromEntries(swapped)];
  }
}

function* withOneMore(of: Record<string, unknown>, path: string): Generator<Change> {
  yield [path, { ...of, unheard: '' }];
}

test('Authorize.Net: what is missing, too long, or of another form or value is refused', () => {
  const usual = {
    merchantAuthentication: { name: 'login', transactionKey: 'key' },
    refId: '1-a-1',
  };
  const of = (transactionRequest: object) =>
    faultIn('createTransactionRequest', { ...usual, transactionRequest });
  const transactionType = 'authCaptureTransaction';
  const number = { cardNumber: card, expirationDate: '2039-12' };
  const paidBy = (creditCard: object) => of({ transactionType, payment: { creditCard } });
  assert.equal(paidBy(number), undefined);
  assert.equal(paidBy({ ...number, cardCode: '123' }), undefined);
  for (const wrong of [
    faultIn('createTransactionRequest', usual),
    faultIn('createTransactionRequest', { ...usual, transactionRequest: '' }),
    faultIn('getMerchantDetailsRequest', {}),
    faultIn('getMerchantDetailsRequest', { merchantAuthentication: { name: 'login' } }),
    faultIn('getMerchantDetailsRequest', { ...usual, refId: 'x'.repeat(21) }),
    faultIn('getTransactionDetailsRequest', { ...usual, transId: 'a' }),
    faultIn('getUnsettledTransactionListRequest', { ...usual, paging: { limit: 1001, offset: 1 } }),
    faultIn('getSettledBatchListRequest', { ...usual, firstSettlementDate: '2030-01-15' }),
    faultIn('unheardRequest', usual),
    of({}),
    of({ transactionType, amount: 'ten' }),
    of({ transactionType, payment: {} }),
    of({ transactionType, payment: { creditCard: number, opaqueData: {} } }),
    of({ transactionType, order: { invoiceNumber: 'x'.repeat(21) } }),
    of({ transactionType, billTo: { zip: 'x'.repeat(21) } }),
    of({ transactionType, billTo: { firstName: '\uD83D' } }),
    of({ transactionType, processingOptions: { isSubsequentAuth: 'yes' } }),
    of({ transactionType, subsequentAuthInformation: { originalAuthAmount: '-1' } }),
    of({ transactionType, subsequentAuthInformation: { originalNetworkTransId: 'a-b' } }),
    of({ transactionType, subsequentAuthInformation: { reason: 'other' } }),
    paidBy({ cardNumber: card }),
    paidBy({ ...number, cardNumber: '6200000000000000003' }),
    paidBy({ ...number, cardCode: '12' }),
    paidBy({ ...number, isPaymentToken: null }),
  ])
    assert.equal(typeof wrong, 'string');
});
