import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import { invoiceIdOf } from '../../src/payments/invoice-number.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import type { World } from '../../src/world.ts';
import { everyMeeting, meetBothWays } from '../pause.ts';
import type { Campaign, Size } from '../size.ts';
import { nextDay, openPaidTill } from './paid-till.ts';
import { reporting, rowsAt, settled } from './reporting.ts';
import { makeBank, openTill, type Till } from './till.ts';

export function testRaces(size?: Size): void {
  const campaign = { name: 'settlement/races', size };

  test('a void and a closing that meet: the payment is voided or in the batch, never both', async (t) => {
    const till = await openTill(t);
    const ends = new Set<string>();
    await withClosing(campaign, till, 'void', async ({ invoice, undone }) => {
      // A void that failed leaves its payment to the next batch.
      await till.close();
      const { state } = await till.payment(invoice);
      assert.equal(state, undone ? 'voided' : 'settled');
      ends.add(state);
    });
    assert.deepEqual([...ends].toSorted(), ['settled', 'voided']);
    const settled = (await till.batches()).reduce((sum, { items }) => sum + items, 0);
    const rows = await till.fixture.db.query(
      `select id from payments where business_id = $1 and state = 'settled'`,
      [till.caller.business.id],
    );
    assert.equal(settled, rows.length);
    await till.audit();
  });

  test('who wants all back and a closing that meet: all have it, one way or the other', async (t) => {
    const till = await openTill(t);
    const ways = new Set<string>();
    await withClosing(campaign, till, 'refund', async ({ invoice, undone }) => {
      assert.ok(undone);
      await till.close();
      // Of one that is settled all is refunded.
      ways.add((await till.payment(invoice)).state);
      const { clearing = 0n, sales = 0n, refunds: back = 0n, ...more } = await till.ledger();
      assert.deepEqual([clearing, sales + back, more], [0n, 0n, {}]);
    });
    assert.deepEqual([...ways].toSorted(), ['settled', 'voided']);
    await till.audit();
  });

  test('a void and a report that meet: what the gateway settled is booked once', async (t) => {
    const till = await openTill(t);
    const { fixture, caller } = till;
    await till.close(reporting(till, settled([])));
    let paid = 0;
    await meetBothWays(campaign, {
      ...fixture,
      async before() {
        paid += 1;
        fixture.bank.script({ next: 1 }, 'void_declined');
        const { invoice } = await till.pay();
        return { invoice, rows: (await rowsAt(fixture, till)).slice(-1) };
      },
      one: (world, { rows }) => till.close(reporting({ ...till, world }, settled(rows))),
      other: (world, { invoice }) => follow(world, till, invoice, 'void'),
      async judge({ rows }) {
        fixture.clock.pass(24 * 3_600_000);
        // It is told again for days.
        await till.close(reporting(till, settled(rows)));
        const [booked] = await fixture.db.query(
          `select count(*)::integer as items, sum(processor_cents)::bigint as cents,
             array_agg(distinct state) as states
           from batches where business_id = $1`,
          [caller.business.id],
        );
        const cents = 10_000n * BigInt(paid);
        assert.deepEqual(booked, { items: paid, cents, states: ['reconciled'] });
      },
    });
    await till.audit();
  });

  test('a payout has the money of its batches, though another one is reconciled meanwhile', async (t) => {
    const till = await openPaidTill(t, await makeBank(t));
    const { fixture, caller } = till;
    const { id } = caller.business;
    await everyMeeting(
      { ...campaign, size: 'usual' },
      {
        ...fixture,
        async before() {
          await nextDay(fixture);
          await till.pay();
          await till.close();
          await till.pay();
        },
        one: (world) => makePayout(world, id),
        other: (world) => till.close(world),
        async judge(_, deposit) {
          const [paid] = await fixture.db.query(
            'select sum(net_cents)::bigint as cents from batches where business_id = $1 and deposit_id = $2',
            [id, deposit!.id],
          );
          assert.deepEqual(paid, { cents: deposit!.amountCents });
        },
      },
    );
    await till.audit();
  });
}

type Undo = { readonly undone: boolean; readonly invoice: string };

/** A payment is undone, and its till is closed; what came of it. */
async function withClosing(
  campaign: Campaign,
  till: Till,
  kind: 'void' | 'refund',
  judge: (undo: Undo) => Promise<void>,
): Promise<void> {
  await meetBothWays(campaign, {
    ...till.fixture,
    before: () => till.pay(),
    one: (world) => till.close(world),
    other: (world, { invoice }) => follow(world, till, invoice, kind),
    judge: ({ invoice }, _, undone) => judge({ invoice, undone }),
  });
}

/** Whether it was done. */
async function follow(
  world: World,
  { caller }: Till,
  invoice: string,
  kind: 'void' | 'refund',
): Promise<boolean> {
  const businessId = caller.business.id;
  const paymentId = invoiceIdOf(world.vault, businessId, invoice)!;
  const key = { businessId, paymentId, idempotencyKey: undefined };
  const who = { actor: 'operator:ann', reason: undefined, amountCents: undefined };
  return await followUp(world, { ...key, ...who, kind }).then(
    ({ state }) => state === 'succeeded',
    (error) => (error instanceof Refusal ? false : Promise.reject(error)),
  );
}
