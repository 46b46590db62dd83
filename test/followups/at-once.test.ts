import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import { invoiceIdOf } from '../../src/payments/invoice-number.ts';
import { readIdempotencyKey, storeKey } from '../../src/runtime/idempotency.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { patient } from '../patient.ts';
import { askRefund, openShop } from './shop.ts';

const fixture = await makeFixture({ after });
const world = patient(await fixture.open());
const tooLateToVoid = { CCNumber: '4000009990000708' };

test('ten refunds of a whole payment under one key at once are answered alike', async (t) => {
  const { pay, refund, payment } = await openShop(t, { fixture, world });
  const { invoice } = await pay();
  const told = await Promise.all(
    Array.from({ length: 10 }, () => refund({ PaymentID: invoice }, 'one-key')),
  );
  assert.equal(told[0]!.body.Message, 'Voided.');
  for (const { text } of told) assert.equal(text, told[0]!.text);
  assert.equal((await payment(invoice)).state, 'voided');
});

for (const key of ['one-key-too-late', undefined]) {
  const how = key === undefined ? 'without a key' : 'under one key';
  test(`whoever waited ${how} for a void that came too late hears of the refund in its place`, async (t) => {
    const { pay, refund, payment } = await openShop(t, { fixture, world });
    const { invoice } = await pay(tooLateToVoid);
    const told = await Promise.all(
      Array.from({ length: 5 }, () => refund({ PaymentID: invoice }, key)),
    );
    told.push(await refund({ PaymentID: invoice }, key));
    assert.equal(told[0]!.body.Message, 'Refunded.');
    for (const { text } of told) assert.equal(text, told[0]!.text);
    assert.equal((await payment(invoice)).refunded, 10000n);
  });
}

/** Asked at the first transaction, and just behind the one in which a follow-up failed. */
type Between = {
  readonly business: bigint;
  readonly first?: () => Promise<unknown>;
  readonly failed?: () => Promise<unknown>;
};

function stoppedBetween(db: Database, { business, first, failed }: Between): Database {
  const asked = { first, failed };
  const once = async (name: keyof typeof asked) => {
    const work = asked[name];
    asked[name] = undefined;
    await work?.();
  };
  return {
    ...db,
    async begin(work, tenants) {
      await once('first');
      const done = await db.begin(work, tenants);
      const rows = await db.query(
        "select from followups where business_id = $1 and state = 'failed'",
        [business],
      );
      if (rows.length > 0) await once('failed');
      return done;
    },
  };
}

test('whoever comes while a void has failed too late, and its refund has not begun, hears of the refund', async (t) => {
  const { pay, payment, caller } = await openShop(t, { fixture });
  const { invoice } = await pay(tooLateToVoid);
  const [hasFailed, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ask = async (between: Omit<Between, 'business'>) => {
    const inside = await fixture.open({
      over: (db) => stoppedBetween(db, { business: caller.business.id, ...between }),
    });
    const door = await openDoor(inside);
    t.after(() => door.close());
    return await askRefund(door.baseUrl, caller, { PaymentID: invoice }, 'a-key');
  };
  let one: ReturnType<typeof ask> | undefined;
  const other = await ask({
    async first() {
      one = ask({
        failed: async () => {
          hasFailed.resolve();
          await goesOn.promise;
        },
      });
      await hasFailed.promise;
    },
  });
  goesOn.resolve();
  assert.equal(other.body.Message, 'Refunded.');
  assert.equal((await one!).text, other.text);
  assert.equal((await payment(invoice)).refunded, 10000n);
});

test('a key that was recorded for a void which came too late goes to the refund that another request began', async (t) => {
  const { pay, payment, caller, world: own } = await openShop(t, { fixture });
  const { invoice } = await pay(tooLateToVoid);
  const businessId = caller.business.id;
  const paymentId = invoiceIdOf(own.vault, businessId, invoice)!;
  const common = {
    businessId,
    paymentId,
    amountCents: undefined,
    actor: 'system',
    reason: undefined,
  };
  const keyOf = (key: string) => ({ key, content: new Secret(`content of ${key}`) });
  const refundUnder = (key?: string) =>
    followUp(own, { ...common, kind: 'refund', idempotencyKey: key ? keyOf(key) : undefined });
  const late = await followUp(own, { ...common, kind: 'void', idempotencyKey: keyOf('one') });
  assert.equal(late.outcomeCode, 'already_settled');
  await storeKey(own, own.db, { businessId, kind: 'followup', id: late.id }, keyOf('other'));
  const refund = await refundUnder();
  assert.equal((await refundUnder('other')).id, refund.id);
  const names = { businessId, kind: 'followup' } as const;
  assert.equal((await readIdempotencyKey(own.db, names, 'other'))?.madeId, refund.id);
  assert.equal((await payment(invoice)).refunded, 10000n);
});
