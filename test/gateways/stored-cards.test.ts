import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAuthorizeNetDouble, openNmiDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { connectAccount } from '../../src/payments/accounts/connect-account.ts';
import { cardFields, client } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';
import { openClub } from '../subscriptions/club.ts';
import { key } from './nmi-business.ts';

const sleep = () => new Promise<void>(() => {});
const nmi = {
  account: { name: 'nmi', processor: 'nmi', currency: 'USD', merchant: undefined },
  key,
  open: (now: () => Date) => openNmiDouble({ now, sleep, securityKey: key, isTestMode: true }),
} as const;
const [loginId, transactionKey] = ['exampleLog1', 'CanaryExampleKy7'];
const authorizeNet = {
  account: { name: 'anet', processor: 'authorize-net', currency: 'USD', merchant: loginId },
  key: transactionKey,
  open: (now: () => Date) =>
    openAuthorizeNetDouble({ now, sleep, loginId, transactionKey, isSandbox: true }),
} as const;

/** A sandbox business with subscriptions, and an account at the double of a gateway. */
async function openClubAt(
  scope: Scope,
  { account, key: secret, open }: typeof nmi | typeof authorizeNet,
) {
  const fixture = await makeFixture(scope);
  const double = await open(fixture.clock.now);
  atEnd(scope, double.close);
  const club = await openClub(scope, { fixture });
  const business = await readBusiness(fixture.db, club.id);
  const connection = { ...account, key: new Secret(secret), address: double.url };
  await connectAccount(club.world, business!, connection, 'operator:ann');
  fixture.clock.pass(10_000);
  /** Who charged what, and to which first charge it referred. */
  const told = () =>
    double
      .journal()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'sale')
      .map(({ transactionId, cents, initiatedBy, storedCard, firstTransaction, firstAmount }) => {
        const says = [initiatedBy, storedCard, firstTransaction];
        return { transactionId, cents, says, firstAmount };
      });
  return { club, told };
}

test('a card that is stored with a payment is charged again as a stored one', async (t) => {
  const { club, told } = await openClubAt(t, nmi);
  const api = client(club.baseUrl, club.caller);
  atEnd(t, api.close);
  await api.call('CreatePayment', { ...cardFields, Amount: '3.00', OrderNumber: 'once' });
  const first = { ...cardFields, Amount: '4.00', OrderNumber: 'first', CreateToken: true };
  const { body } = await api.call('CreatePayment', first);
  const CardToken = JSON.parse(body).Data.TokenResult;
  const { CCNumber, ExpirationMonth, ExpirationYear, CVV, ...others } = cardFields;
  const again = { ...others, CardToken, Amount: '5.00', OrderNumber: 'again' };
  const { body: paid } = await api.call('CreatePayment', again);
  assert.equal(JSON.parse(paid).IsSuccess, true, paid);
  assert.deepEqual(
    told().map(({ says }) => says),
    [
      [undefined, undefined, undefined],
      ['customer', 'stored', undefined],
      ['customer', 'used', undefined],
    ],
  );
});

test('a subscription is charged by the business, and refers to the first charge of the card', async (t) => {
  const { club, told } = await openClubAt(t, nmi);
  await club.join();
  await club.until('2030-02-20T12:00');
  const [first, second] = told();
  assert.deepEqual(first?.says, ['merchant', 'used', undefined]);
  assert.deepEqual(second?.says, ['merchant', 'used', first?.transactionId]);
});

test('at Authorize.Net a renewal names the first charge of the card, and what it authorized', async (t) => {
  const { club, told } = await openClubAt(t, authorizeNet);
  await club.join();
  await club.until('2030-03-20T12:00');
  const [first, ...later] = told();
  assert.deepEqual(first?.says, ['merchant', 'used', undefined]);
  assert.equal(later.length, 2);
  for (const { says, firstAmount } of later) {
    assert.deepEqual(says, ['merchant', 'used', `0TN${first?.transactionId}`]);
    assert.equal(firstAmount?.replace('.', ''), first?.cents);
  }
});
