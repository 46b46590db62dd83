import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { resolveFollowUps } from '../../src/payments/follow-ups/resolve.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { resolveBatches } from '../../src/settlement/resolve.ts';
import { type Random, randomOf } from '../campaign/random.ts';
import { drawing } from '../size.ts';
import { makeBank, openTill, type Till } from './till.ts';

const fixture = await makeBank({ after });

for (const n of [1, 2, 3, 4, 5]) {
  test(`whatever happens in whatever order, each cent is in one batch (history ${n})`, async (t) => {
    const till = await openTill(t, { fixture });
    await drawing({ name: 'settlement/any-history' }, (seed) => live(t, till, randomOf(seed + n)));
  });
}

async function live(t: TestContext, till: Till, { whole }: Random): Promise<void> {
  const draw = (below: number) => whole(0, Math.max(0, below - 1));
  const invoices: string[] = [];
  const one = () => invoices[draw(invoices.length)] ?? '';
  const steps: (() => Promise<unknown>)[] = [
    async () =>
      invoices.push((await till.pay({ Amount: `${1 + draw(200)}.${10 + draw(90)}` })).invoice),
    async () => invoices.push((await till.pay()).invoice),
    async () => invoices.push((await till.pay({ ChargeType: 'Authorize' })).invoice),
    () => till.authorization({ TransactionID: one(), ChargeType: 'capture' }),
    () => till.authorization({ TransactionID: one(), ChargeType: 'void' }),
    () => till.refund({ PaymentID: one() }),
    () => till.refund({ PaymentID: one(), RefundType: 'Partial', Amount: `0.${10 + draw(90)}` }),
    () => till.close(),
    () => till.close(),
    async () => fixture.bank.script({ next: 1 }, 'timeout_after_booking'),
    async () => fixture.bank.script({ next: 1 }, 'timeout_before_booking'),
    async () =>
      fixture.bank.script({
        batch: draw(2) ? 'timeout_after_booking' : 'timeout_before_booking',
      }),
    async () => fixture.clock.pass(draw(30) * 3_600_000),
    () => workOff(till),
    () => workOff(till),
  ];
  for (let n = 0; n < 100; n += 1) {
    const some = Array.from({ length: 1 + draw(4) }, () => steps[draw(steps.length)]!());
    await Promise.all(some);
  }
  // What the bank was told to do and did not do yet, it does now.
  for (let nights = 0; nights < 30; nights += 1) {
    await workOff(till);
    await till.close();
  }

  const [left] = await fixture.db.query<Left>(
    `select (select count(*) from payments where business_id = $1 and batch_id is null
           and state in ('captured', 'settled')) as payments,
         (select count(*) from followups where business_id = $1 and batch_id is null
           and kind = 'refund' and state = 'succeeded') as refunds,
         (select count(*) from batches where business_id = $1 and state <> 'reconciled') as batches,
         (select sum(captured_cents - refunded_cents) from payments
           where business_id = $1 and state = 'settled')::bigint as kept`,
    [till.caller.business.id],
  );
  const { kept, ...open } = left!;
  assert.deepEqual(open, { payments: 0n, refunds: 0n, batches: 0n });
  const { clearing = 0n, 'receivable:simulator': owed = 0n } = await till.ledger();
  assert.deepEqual([clearing, owed], [kept ?? 0n, 0n]);
  const batches = await till.batches();
  assert.ok(batches.length > 1, 'nothing was closed on the way');
  t.diagnostic(`${invoices.length} payments, ${batches.length} batches`);
  await till.audit();
}

type Left = {
  readonly payments: bigint;
  readonly refunds: bigint;
  readonly batches: bigint;
  readonly kept: bigint | null;
};

/** Until all that could be found out is found out. */
async function workOff({ world }: Till): Promise<void> {
  for (const minutes of [1, 10, 60, 24 * 60]) {
    fixture.clock.pass(minutes * 60_000);
    await resolveDue(world);
    await resolveFollowUps(world);
    await resolveBatches(world);
  }
}
