import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carryOutConfirmed,
  confirmAndCarryOut,
} from '../../src/backoffice/case-actions/carry-out.ts';
import { resolveFollowUps } from '../../src/payments/follow-ups/resolve.ts';
import { readHistory } from '../../src/records/case-store.ts';
import { propose } from '../../src/records/decide-case.ts';
import { everyLife } from '../crash-world.ts';
import { type Asked, ann, ben, type Desk, makeDesk } from './queue.ts';
import { batchesOf, moved, silentBatch } from './silent-batch.ts';

type Opened = Awaited<ReturnType<Desk['caseAbout']>>;

/** What brings a payment before a person, what is decided, and what must have happened in the end, once. */
type Story = {
  readonly begin: (desk: Desk) => Promise<Asked>;
  readonly decision: string;
  readonly event: string;
  readonly ends: (desk: Desk, asked: Asked) => Promise<void>;
};

async function lost(desk: Desk): Promise<Asked> {
  Object.assign(desk.mood, { loses: true, hides: true });
  const asked = await desk.pay();
  await desk.wait(0.1);
  Object.assign(desk.mood, { loses: false });
  return asked;
}

async function tookTooMuch(desk: Desk): Promise<Asked> {
  desk.fixture.bank.script({ next: 1 }, 'wrong_amount_booked');
  const asked = await desk.pay();
  await desk.wait(0.1);
  return asked;
}

const stories: readonly Story[] = [
  {
    begin: lost,
    decision: 'not_charged',
    event: 'payment.canceled',
    async ends(desk, asked) {
      const { state, outcomeCode } = await desk.payment(asked);
      assert.deepEqual([state, outcomeCode], ['canceled', 'decided']);
      const watched = await desk.fixture.db.query(
        'select kind from payment_watches where business_id = $1 and $2 = any (payment_ids)',
        [asked.businessId, asked.id],
      );
      assert.deepEqual(watched, [{ kind: 'decided' }]);
      assert.deepEqual(await desk.ledger(asked), {});
    },
  },
  {
    begin: lost,
    decision: 'charged',
    event: 'payment.captured',
    async ends(desk, asked) {
      assert.equal((await desk.payment(asked)).state, 'captured');
      assert.equal((await desk.ledger(asked)).sales, -1250n);
    },
  },
  {
    begin: tookTooMuch,
    decision: 'refund_difference',
    event: 'payment.refunded',
    async ends(desk, asked) {
      const { refundedCents, refundingCents } = await desk.payment(asked);
      assert.deepEqual([refundedCents, refundingCents], [100n, 0n]);
      assert.equal((await desk.ledger(asked)).refunds, 100n);
    },
  },
  {
    begin: tookTooMuch,
    decision: 'void',
    event: 'payment.voided',
    async ends(desk, asked) {
      assert.equal((await desk.payment(asked)).state, 'voided');
      assert.deepEqual(await desk.ledger(asked), {});
    },
  },
];

for (const { begin, decision, event, ends } of stories) {
  test(`${decision}: whoever confirms may die at any statement, commit or call, and it is done once`, async (t) => {
    const desk = await makeDesk(t);
    await confirmThrough(desk, decision, begin, async (asked, opened) => {
      assert.equal(await desk.times(asked, event), 1);
      await ends(desk, asked);
      const acts = (await readHistory(desk.fixture.db, opened)).map(({ act }) => act);
      assert.deepEqual(acts, ['question.proposed', 'question.confirmed', 'question.closed']);
    });
  });
}

for (const decision of ['closed', 'not_closed'] as const) {
  test(`${decision}: whoever confirms what became of a batch may die at any moment, and it is done once`, async (t) => {
    const desk = await makeDesk(t);
    const isClosed = decision === 'closed';
    const begin = async () => {
      Object.assign(desk.mood, { loses: false, hides: false });
      return await silentBatch(desk, { drops: true });
    };
    await confirmThrough(desk, decision, begin, async (asked) => {
      assert.equal((await batchesOf(desk, asked)).length, isClosed ? 1 : 0);
      assert.equal(await moved(desk, asked), isClosed ? 1250n : 0n);
      assert.equal((await desk.payment(asked)).state, isClosed ? 'settled' : 'captured');
      const decided = await desk.fixture.db.query(
        `select from audit_trail where business_id = $1 and act = 'batch.decided'`,
        [asked.businessId],
      );
      assert.equal(decided.length, 1);
      await desk.fixture.db.query('delete from jobs where kind = $1', ['batch.watch']);
    });
  });
}

async function confirmThrough(
  desk: Desk,
  decision: string,
  begin: (desk: Desk) => Promise<Asked>,
  judge: (asked: Asked, opened: Opened) => Promise<void>,
): Promise<void> {
  await everyLife(
    { name: 'cases/deaths' },
    {
      open: desk.open,
      async before() {
        const asked = await begin(desk);
        const opened = await desk.caseAbout(asked);
        await propose(await desk.open(), opened, ann, { decision, note: 'asked the bank' });
        return { asked, opened };
      },
      act: (crashing, { opened }) => confirmAndCarryOut(crashing, opened, ben, { decision }),
      async others({ opened }, n) {
        // Either the worker finds it, or the same person says it once more.
        const world = await desk.open();
        desk.fixture.clock.pass(3_600_000);
        // What was sent is found out by its own sweep: a case only waits for that.
        await resolveFollowUps(world);
        if (n % 2 === 0) await carryOutConfirmed(world);
        if ((await desk.reread(opened)).state === 'closed') return;
        await confirmAndCarryOut(world, opened, ben, { decision });
      },
      async judge({ asked, opened }) {
        assert.equal((await desk.reread(opened)).state, 'closed');
        await judge(asked, opened);
      },
    },
  );
}
