import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listOpenings } from '../../src/payments/tokens/count-openings.ts';
import { cardFields } from '../caller.ts';
import { openCounter } from '../customers/counter.ts';
import { openClub } from '../subscriptions/club.ts';

/** No number that is stored is used without a trace: charges are counted, all else is a row of the audit log. */

const { fixture, json, newCustomer } = await openCounter({ after });
const byToken = {
  ...cardFields,
  CCNumber: undefined,
  ExpirationMonth: undefined,
  ExpirationYear: undefined,
};
const all = { token: undefined, limit: 100 };

test('charges of a stored card are counted by day and token, also those that come at once', async () => {
  const shop = await fixture.addBusiness();
  const { id } = shop.business;
  const one = (await newCustomer(shop)).token;
  const other = (await newCustomer(shop)).token;
  assert.deepEqual(await listOpenings(fixture.db, id, all), []);

  const charge = async (token: string, n: number) => {
    const card = { ...byToken, CardToken: token };
    const fields = { ...card, Amount: `${n}.00`, OrderNumber: `o-${n}` };
    const { status, Message } = await json(shop, 'CreatePayment', fields);
    assert.equal(status, 200, Message);
  };
  const orders = Array.from({ length: 12 }, (_, i) => i + 1);
  await Promise.all(orders.map((n) => charge(n % 4 === 0 ? other : one, n)));
  fixture.clock.pass(24 * 3_600_000);
  await charge(one, 13);
  const [first, second] = [
    fixture.clock.now(),
    new Date(fixture.clock.now().getTime() - 86_400_000),
  ];
  const days = [first, second].map((at) => at.toISOString().slice(0, 10));
  const counted = await listOpenings(fixture.db, id, all);
  const expected = [
    { day: days[0], token: one, openings: 1n },
    { day: days[1], token: one, openings: 9n },
    { day: days[1], token: other, openings: 3n },
  ];
  const byName = (rows: typeof counted) =>
    rows.map(({ day, token, openings }) => `${day} ${token} ${openings}`).sort();
  assert.deepEqual(byName(counted), byName(expected as typeof counted));
  const acts = await fixture.db.query(
    `select 1 from audit_trail where business_id = $1 and act = 'number.opened'`,
    [id],
  );
  assert.equal(acts.length, 0);
});

test('a charge of a new card, and a token that is not there, open nothing', async () => {
  const shop = await fixture.addBusiness();
  await json(shop, 'CreatePayment', { ...cardFields, Amount: '1.00' });
  await json(shop, 'CreatePayment', {
    ...byToken,
    CardToken: `card_${'x'.repeat(24)}`,
    Amount: '1.00',
  });
  assert.deepEqual(await listOpenings(fixture.db, shop.business.id, all), []);
});

test('charges of a subscription are counted as well', async (t) => {
  const club = await openClub(t);
  const token = await club.token();
  await club.subscribe({ CardToken: token });
  await club.until('2031-01-01 12:00');
  const counted = await listOpenings(club.fixture.db, club.id, { token, limit: 100 });
  assert.ok(counted.length > 1, JSON.stringify(counted.map(({ day }) => day)));
});
