import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openElavonDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { listCases } from '../../src/records/case-store.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { decide } from '../cases/queue.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { dayMs, minuteMs, openLiveBusiness } from './live-business.ts';

/*
 * Businesses that keep no charge with a wrong code, at a gateway that says what the issuer checked in the answer to a
 * charge alone.
 */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;
const user = { merchantId: '0012345', userId: 'quittance', pin: 'Canary-P8K2Q4Z7' };
const sleep = () => new Promise<void>(() => {});

type Settings = { readonly rowsShowChecks?: boolean; readonly voidsWrongCode?: boolean };

/** A payment with a wrong code whose answer is lost. */
async function payAndLose(scope: Scope, { voidsWrongCode = true, ...shows }: Settings = {}) {
  const double = await openElavonDouble({
    ...user,
    ...shows,
    now: clock.now,
    sleep,
    isTestMode: false,
  });
  const account = {
    name: 'converge',
    processor: 'elavon',
    key: new Secret(user.pin),
    merchant: '0012345:quittance',
  } as const;
  const live = await openLiveBusiness(scope, { fixture, double, account });
  await live.connect();
  await writeTerms(db, live.businessId, { ...usualTerms, voidsWrongCode }, clock.now());
  clock.pass(10_000);
  double.script(await live.nextReference(), { answer: 'lost' });
  const told = await live.pay({ CVV: '123', Amount: '10.00', OrderNumber: 'lost' });
  assert.equal(told.status, 202, told.text);
  await live.pass(5 * minuteMs);
  return {
    ...live,
    cases: async () => await listCases(db, { businessId: live.businessId, limit: 10 }),
  };
}

test('what is found without its checks is not booked, and a person is asked', async (t) => {
  const live = await payAndLose(t);
  assert.equal(await live.stateOf('lost'), 'unknown');
  const [asked, ...others] = await live.cases();
  assert.deepEqual([asked?.kind, others.length], ['outcome_unknown', 0]);
  assert.equal(asked?.evidence.lastAnswer, 'approved, without what the issuer checked');
  await live.pass(2 * dayMs);
  assert.deepEqual([await live.stateOf('lost'), (await live.cases()).length], ['unknown', 1]);

  assert.equal((await decide(live.world, asked!, 'charged')).outcome, 'The payment is captured.');
  const business = { id: live.businessId, cardAccounts: { USD: 'converge' } };
  await closeBatches(live.world, business, 'system');
  await live.pass(10 * minuteMs);
  assert.equal(await live.stateOf('lost'), 'settled', 'it has its name at the gateway');
});

test('what a person does not keep is voided', async (t) => {
  const live = await payAndLose(t);
  const [asked] = await live.cases();
  assert.equal(
    (await decide(live.world, asked!, 'not_charged')).outcome,
    'The payment is canceled.',
  );
  for (let days = 0; days < 2; days += 1) await live.pass(dayMs);
  assert.deepEqual(live.done(), ['sale 1000', 'void 1000']);
  assert.equal(await live.stateOf('lost'), 'canceled');
});

test('where the business asks for no checks, or the terminal shows them, nobody is asked', async (t) => {
  const lax = await payAndLose(t, { voidsWrongCode: false });
  assert.equal(await lax.stateOf('lost'), 'captured');
  const shown = await payAndLose(t, { rowsShowChecks: true });
  assert.equal(await shown.stateOf('lost'), 'declined');
  assert.deepEqual(shown.done(), ['sale 1000', 'void 1000']);
  assert.deepEqual([...(await lax.cases()), ...(await shown.cases())], []);
});
