import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { skipIds } from '../../src/database/skip-ids.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { makeFixture } from '../fixture.ts';
import { closeDouble, dayMs, minuteMs } from './live-business.ts';
import { openLive } from './nmi-business.ts';
import { openLive as openAtStripe } from './stripe-business.ts';

/* Charges that the issuer approves although the security code or the address is wrong. */

const fixture = await makeFixture({ after });
const { db } = fixture;
const right = { CVV: '999', Address1: '888 Main Street', PostalCode: '77777' };

async function openStrict(scope: Parameters<typeof openLive>[0], terms = {}) {
  const live = await openLive(scope, fixture);
  await live.connect();
  const strict = { ...usualTerms, voidsWrongCode: true, ...terms };
  await writeTerms(db, live.businessId, strict, fixture.clock.now());
  fixture.clock.pass(10_000);
  return live;
}

test('a wrong security code is a decline, and the charge is voided', async (t) => {
  const live = await openStrict(t);
  const wrong = await live.pay({ ...right, CVV: '123', Amount: '10.00', OrderNumber: 'wrong' });
  assert.match(wrong.text, /The security code of the card is not correct/);
  await live.pass(0);
  assert.deepEqual(live.done(), ['sale 1000', 'void 1000']);
  // The order number is free for the right code.
  const good = await live.pay({ ...right, Amount: '10.00', OrderNumber: 'wrong' });
  assert.equal(good.state, 'captured', good.text);
  await live.pass(2 * dayMs);
  assert.deepEqual(live.done(), ['sale 1000', 'void 1000', 'sale 1000']);
});

test('a wrong address is a decline only where the business wants that', async (t) => {
  const live = await openStrict(t);
  const elsewhere = { ...right, Address1: '1 Other Street', PostalCode: '10001' };
  const kept = await live.pay({ ...elsewhere, Amount: '10.00' });
  assert.equal(kept.state, 'captured', kept.text);
  const stricter = await openStrict(t, { voidsWrongAddress: true });
  const refused = await stricter.pay({ ...elsewhere, Amount: '10.00' });
  assert.match(refused.text, /The address does not belong to the card/);
  const nearly = await stricter.pay({ ...right, Address1: '1 Other Street', Amount: '11.00' });
  assert.equal(nearly.state, 'captured', nearly.text);
});

test('terms that ask for nothing keep what the issuer approved', async (t) => {
  const live = await openStrict(t, { voidsWrongCode: false });
  const sold = await live.pay({ ...right, CVV: '123', Amount: '10.00' });
  assert.equal(sold.state, 'captured', sold.text);
});

test('what the issuer checked is stored with the payment, kept or not', async (t) => {
  const live = await openStrict(t, { voidsWrongCode: false });
  await live.pay({ ...right, Amount: '10.00', OrderNumber: 'right' });
  await live.pay({ ...right, CVV: '123', Amount: '11.00', OrderNumber: 'code' });
  const elsewhere = { ...right, Address1: '1 Other Street', PostalCode: '10001' };
  await live.pay({ ...elsewhere, Amount: '12.00', OrderNumber: 'address' });
  live.double.script(await live.nextReference(), { answer: 'lost' });
  await live.pay({ ...right, CVV: '123', Amount: '13.00', OrderNumber: 'lost' });
  await live.pass(5 * minuteMs);
  const stored = await db.query(
    `select order_number, address_check, security_code_check from payments
     where business_id = $1 order by id`,
    [live.businessId],
  );
  assert.deepEqual(stored, [
    { order_number: 'right', address_check: 'match', security_code_check: 'match' },
    { order_number: 'code', address_check: 'match', security_code_check: 'no_match' },
    { order_number: 'address', address_check: 'no_match', security_code_check: 'match' },
    { order_number: 'lost', address_check: 'match', security_code_check: 'no_match' },
  ]);
});

test('a wrong code that is found out by an inquiry is reversed all the same', async (t) => {
  const live = await openStrict(t);
  live.double.script(await live.nextReference(), { answer: 'lost' });
  const told = await live.pay({ ...right, CVV: '123', Amount: '10.00', OrderNumber: 'lost' });
  assert.equal(told.status, 202, told.text);
  await live.pass(5 * minuteMs);
  assert.equal(await live.stateOf('lost'), 'declined');
  assert.deepEqual(live.done(), ['sale 1000', 'void 1000']);
});

test('what was settled before it could be voided is refunded', async (t) => {
  const live = await openStrict(t);
  const wrong = await live.pay({ ...right, CVV: '123', Amount: '10.00', OrderNumber: 'late' });
  assert.match(wrong.text, /The security code of the card is not correct/);
  fixture.clock.pass(2 * dayMs);
  await live.pass(0);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 1000']);
});

test('what could not be voided any more, as is found out later, is refunded, and nobody is asked', async (t) => {
  const live = await openAtStripe(t, fixture);
  await live.connect();
  const strict = { ...usualTerms, voidsWrongCode: true };
  await writeTerms(db, live.businessId, strict, fixture.clock.now());
  fixture.clock.pass(10_000);
  const CCNumber = '4000000000000101';
  const wrong = await live.pay({ CCNumber, Amount: '10.00', OrderNumber: 'late' });
  assert.match(wrong.text, /The security code of the card is not correct/);
  const [payment] = await db.query<{ id: bigint }>(
    'select id from payments where business_id = $1',
    [live.businessId],
  );
  // A charge that was captured is not canceled at Stripe, and the answer that says so is lost.
  const reference = referenceOf(live.businessId, payment!.id, 2);
  live.double.script(reference, { answer: 'lost' });
  await live.pass(0);
  live.double.script(reference, {});
  for (let hour = 0; hour < 4; hour += 1) await live.pass(60 * minuteMs);
  assert.deepEqual(live.done(), ['sale 1000', 'refund 1000']);
  const reversals = await db.query<{ state: string; code: string | null }>(
    `select state, outcome_code as code from followups where business_id = $1 order by n`,
    [live.businessId],
  );
  assert.deepEqual(
    reversals.map(({ state, code }) => `${state} ${code}`),
    ['failed already_settled', 'succeeded null'],
  );
  const cases = 'select kind from open_questions where business_id = $1';
  assert.deepEqual(await db.query(cases, [live.businessId]), []);
});

test('what was settled and refunded is no stranger in the report, and good payments are settled', async (t) => {
  const live = await openStrict(t);
  const business = { id: live.businessId, cardAccounts: { USD: 'nmi' } };
  const close = async () => await closeBatches(live.world, business, 'system');
  await close();
  await live.pay({ ...right, CVV: '123', Amount: '10.00', OrderNumber: 'wrong' });
  await live.pay({ ...right, Amount: '7.00', OrderNumber: 'good' });
  fixture.clock.pass(2 * dayMs);
  await live.pass(0);
  await live.pass(2 * dayMs);
  await close();
  assert.deepEqual(live.done(), ['sale 1000', 'sale 700', 'refund 1000']);
  assert.equal(await live.stateOf('good'), 'settled');
});

test('a gateway that is not reached for the reversal is tried later and later, and then a person is asked', async (t) => {
  assert.equal(await triesInVain(t), 8n);
});

test('after a restore it is tried as often', async (t) => {
  const at = fixture.clock.now();
  const skip = async () => await skipIds(db, { by: 10_000_000, sites: 10_000, generations: 1, at });
  assert.equal(await triesInVain(t, skip), 9n);
});

async function triesInVain(
  scope: Parameters<typeof openLive>[0],
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<bigint> {
  const live = await openStrict(scope);
  await live.pay({ ...right, CVV: '123', Amount: '10.00', OrderNumber: 'away' });
  await closeDouble(fixture, live.double);
  await meanwhile();
  for (let hours = 0; hours < 10; hours += 1) await live.pass(60 * minuteMs);
  const [tries] = await db.query<{ n: bigint }>(
    'select count(*) as n from followups where business_id = $1',
    [live.businessId],
  );
  const cases = await db.query<{ kind: string }>(
    'select kind from open_questions where business_id = $1',
    [live.businessId],
  );
  assert.deepEqual(cases, [{ kind: 'not_given_back' }]);
  return tries!.n;
}
