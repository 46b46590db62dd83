import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNmiDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { connectAccount } from '../../src/payments/accounts/connect-account.ts';
import { cardFields, client } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';
import { openClub } from '../subscriptions/club.ts';
import { key } from './nmi-business.ts';

/** A sandbox business with subscriptions, and an account at the double of NMI. */
async function openClubAtNmi(scope: Scope) {
  const fixture = await makeFixture(scope);
  const double = await openNmiDouble({
    now: fixture.clock.now,
    sleep: () => new Promise(() => {}),
    securityKey: key,
    isTestMode: true,
  });
  atEnd(scope, double.close);
  const club = await openClub(scope, { fixture });
  const business = await readBusiness(fixture.db, club.id);
  const account = { name: 'nmi', processor: 'nmi', currency: 'USD', merchant: undefined } as const;
  const connection = { ...account, key: new Secret(key), address: double.url };
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
      .map(({ transactionId, initiatedBy, storedCard, firstTransaction }) => {
        return { transactionId, says: [initiatedBy, storedCard, firstTransaction] };
      });
  return { club, told };
}

test('a card that is stored with a payment is charged again as a stored one', async (t) => {
  const { club, told } = await openClubAtNmi(t);
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
  const { club, told } = await openClubAtNmi(t);
  await club.join();
  await club.until('2030-02-20T12:00');
  const [first, second] = told();
  assert.deepEqual(first?.says, ['merchant', 'used', undefined]);
  assert.deepEqual(second?.says, ['merchant', 'used', first?.transactionId]);
});
