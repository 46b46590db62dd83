import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openStripeDouble } from '#sandbox';
import { approved } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { makeFixture } from '../fixture.ts';
import { connectorAt } from '../processors/stripe-scene.ts';
import type { Scope } from '../scope.ts';
import { dayMs, openLiveBusiness } from './live-business.ts';

/* What payers dispute at a live business with an account at Stripe. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;
const key = 'sk_live_Canary51HxY';

async function openLive(scope: Scope) {
  const double = await openStripeDouble({
    now: clock.now,
    sleep: () => new Promise(() => {}),
    secretKey: key,
  });
  const account = {
    ...({ name: 'stripe', processor: 'stripe', merchant: undefined } as const),
    key: new Secret(key),
  };
  const live = await openLiveBusiness(scope, { fixture, double, account });
  return {
    ...live,
    disputes: async () =>
      await db.query<{ state: string; taken: bigint; isOurs: boolean; until: Date | null }>(
        `select state, taken_cents as taken, payment_id is not null as "isOurs", answer_until as until
         from disputes where business_id = $1 order by state desc`,
        [live.businessId],
      ),
  };
}

const fraud = { reason: 'fraudulent', reasonCode: '10.4' };

test('Stripe: a dispute is read the next day, with its last day for an answer, and refuses a refund', async (t) => {
  const live = await openLive(t);
  await live.connect();
  const references: string[] = [];
  const sell = async (order: string) => {
    references.push(await live.nextReference());
    return await live.pay({ Amount: '10.00', OrderNumber: order });
  };
  const [disputed, asked] = [await sell('disputed'), await sell('asked')];
  await live.pass(2 * dayMs);
  live.double.dispute(references[0]!, { status: 'needs_response', ...fraud });
  live.double.dispute(references[1]!, { status: 'warning_needs_response', ...fraud });
  await live.pass(dayMs);
  const rows = await live.disputes();
  const told = rows.map(({ state, taken, isOurs }) => [state, taken, isOurs]);
  assert.deepEqual(told, [
    ['open', 1000n, true],
    ['inquiry', 0n, true],
  ]);
  assert.ok(rows.every(({ until }) => until !== null && until > clock.now()));
  const refund = async (of: typeof asked) =>
    await live.refund({ RefundType: 'Partial', Amount: '4.00', PaymentID: of.invoice });
  assert.match((await refund(disputed)).text, /disputes this payment/);
  assert.equal((await refund(asked)).state, 'succeeded');
  await live.pass(dayMs);
  assert.equal((await live.disputes()).length, 2, 'the same rows are told every day');
});

test('Stripe: a dispute of another program is a case, unless it is older than the account here', async (t) => {
  const live = await openLive(t);
  const other = connectorAt(live.double.url, { key, now: clock.now });
  for (const reference of ['other-1', 'other-2']) {
    await approved(other, reference, '4242424242424242');
  }
  live.double.dispute('other-1', { status: 'lost', ...fraud });
  clock.pass(dayMs);
  await live.connect();
  await live.pass(2 * dayMs);
  assert.deepEqual(await live.disputes(), []);
  live.double.dispute('other-2', { status: 'lost', ...fraud });
  await live.pass(dayMs);
  assert.deepEqual(
    (await live.disputes()).map(({ state, isOurs }) => [state, isOurs]),
    [['lost', false]],
  );
  assert.equal((await live.ledger()).disputes, undefined);
  const cases = await db.query<{ kind: string }>(
    `select kind from open_questions where business_id = $1 and object_kind = 'dispute'`,
    [live.businessId],
  );
  assert.deepEqual(
    cases.map(({ kind }) => kind),
    ['dispute_unmatched'],
  );
});
