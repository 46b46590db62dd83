import { strict as assert } from 'node:assert';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { chargeRequest, followUp } from '../../../packages/sandbox/test/subject.ts';
import { gatewayNames } from '../../kernel/gateway-names.ts';
import { Secret } from '../../kernel/secret.ts';
import { connector, readInquiry, readResult } from './connector.ts';
import type { Connector } from './gateway-kind.ts';
import { gatewayList } from './gateway-list.ts';
import { rejectionFor, unfitReference, unknown } from './gateway-text.ts';
import type { TokenRequest } from './processor.ts';
import { stripeCan } from './stripe/stripe.ts';

const card = '4111111111111111';
const can = { ...stripeCan, references: { longest: 5, signs: 'a-z0-9-' }, threeDSecure: false };

function reached() {
  const calls: string[] = [];
  const answer = async (what: string) => {
    calls.push(what);
    return unknown(what);
  };
  const own: Required<Connector> = {
    name: 'fake',
    can,
    charge: () => answer('charge'),
    followUp: () => answer('follow-up'),
    inquire: () => answer('inquiry'),
    cancel: () => answer('cancel'),
    closeBatch: () => answer('batch'),
    inquireBatch: () => answer('batch'),
    tokenize: () => answer('token'),
    updateToken: () => answer('token'),
    settledRows: () => answer('report'),
    disputes: () => answer('report'),
    findCustomer: () => answer('customer'),
    standing: () => answer('standing'),
    check: () => answer('check'),
  };
  return { processor: connector(own), calls };
}

test('A reference that does not fit reaches no gateway', async () => {
  const { processor, calls } = reached();
  const of = { reference: '1-a', processorId: '1', amountCents: 1000n };
  for (const reference of ['', '1-a-10', 'É', '1 a']) {
    const token: TokenRequest = {
      reference,
      currency: 'USD',
      card: {
        ...chargeRequest('1-a', card).card,
        number: new Secret(card),
        expiryMonth: 1,
        expiryYear: 2030,
      },
    };
    const answers = [
      await processor.charge(chargeRequest(reference, card)),
      await processor.followUp(followUp('refund', reference, of)),
      await processor.closeBatch({ reference, items: [] }),
      await processor.tokenize(token),
      await processor.updateToken(new Secret('1'), token),
    ];
    for (const told of answers) assert.equal(told, unfitReference, reference);
    assert.deepEqual(await processor.inquire(reference), { outcome: 'not_found' });
    const canceled = { outcome: 'canceled', reference };
    assert.deepEqual(await processor.cancel(reference), canceled, 'nothing was ever sent under it');
  }
  assert.deepEqual(calls, []);
  await processor.charge(chargeRequest('1-a-1', card));
  assert.deepEqual(calls, ['charge']);
});

test('An inquiry that was not sent is unknown, and a request that was not sent did nothing', () => {
  const notSent = { kind: 'not_sent', reason: 'no connection' } as const;
  const answered = (status: number) => ({ kind: 'answered', status, body: 'x' }) as const;
  const read = (body: string) => (body === 'x' ? { body } : undefined);
  assert.deepEqual(readResult(notSent, read), { outcome: 'not_sent', reason: 'no connection' });
  assert.deepEqual(readInquiry(notSent, read), unknown('no connection'));
  for (const way of [readResult<object>, readInquiry<object>]) {
    assert.deepEqual(way(answered(200), read), { body: 'x' });
    assert.deepEqual(way(answered(500), read), unknown('status 500'));
    assert.equal('outcome' in way({ ...answered(200), body: 'y' }, read), true);
  }
});

test('A missing right speaks against the account only where it cannot charge', () => {
  assert.equal(rejectionFor('right', 'No.').because, 'right');
  assert.equal(rejectionFor('right', 'No.', { isCharge: true }).account, 'refused');
  assert.equal(rejectionFor('account', 'No.').account, 'refused');
  assert.equal(rejectionFor('form', 'No.', { isCharge: true }).because, 'malformed');
});

test('Each connector has the same files', async () => {
  const usual = ['client', 'requests', 'answers', 'codes', 'tokens', 'gateway'];
  for (const name of gatewayNames) {
    const files = await readdir(new URL(`./${name}/`, import.meta.url));
    const ofBatches = gatewayList[name].can.batches === 'manual' ? 'batches' : 'reports';
    for (const one of [...usual, ofBatches, name])
      assert.ok(files.includes(`${one}.ts`), `${name}: ${one}.ts`);
  }
});
