import assert from 'node:assert/strict';
import { type Account, transfers } from '../../src/payments/ledger/transfer.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { bankFields } from '../caller.ts';
import { giveBankAccount, type Till } from './till.ts';

const noCard = { CCNumber: '', ExpirationMonth: '', ExpirationYear: '', CVV: '' };

/** Cards in every state, two batches of which one is paid out, and bank payments at every stage. */
export async function fillBook(till: Till): Promise<void> {
  const { id: business } = till.caller.business;
  await giveBankAccount(till.fixture, till.caller.business);
  await switchPayouts(till.world, business, true, { actor: 'operator:ada', reason: 'agreed' });
  await changeTerms(till.world, business, { cardFeeBps: 290, cardFeeCents: 30 }, 'test');
  const { invoice: settled } = await till.pay({ TaxAmount: '8.00' });
  const { invoice: refunded } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '10.00', PaymentID: refunded });
  await till.close();
  await makePayout(till.world, business);
  await move(till, 'deposit', 'queued', 'originated', [['bank', 'clearing']]);
  await till.refund({ RefundType: 'Partial', Amount: '20.00', PaymentID: settled });
  await till.close();
  const { invoice: open } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '5.00', PaymentID: open });
  const { invoice: voided } = await till.pay();
  await till.refund({ PaymentID: voided });
  const held = await till.pay({ ChargeType: 'Authorize' });
  await till.pay({ ChargeType: 'Authorize' });
  await till.authorization({ TransactionID: held.invoice, ChargeType: 'capture' });
  await till.pay({ CCNumber: '4000000000000002' });

  // At each stage one stays behind, and the others go on.
  for (let i = 0; i < 5; i += 1)
    await till.pay({ ...bankFields, ...noCard, OrderNumber: `bank-${i}` });
  await move(till, 'debit', 'queued', 'originated', [['receivable:ach', 'sales']], 4);
  await move(till, 'debit', 'originated', 'settled', [['held', 'receivable:ach']], 3);
  await move(till, 'debit', 'settled', 'available', [['clearing', 'held']], 2);
  await move(till, 'debit', 'available', 'available', [['platform_fees', 'clearing', 25n]], 2);
  await move(till, 'debit', 'available', 'late_returned', [
    ['returns', 'clearing'],
    ['platform_fees', 'clearing', 100n],
  ]);
}

type Side = readonly [debit: Account, credit: Account, cents?: bigint];

/** As the file, its settlement and its return do it. */
async function move(
  { world, caller }: Till,
  kind: string,
  from: string,
  to: string,
  sides: readonly Side[],
  most = 1,
): Promise<void> {
  const { id: business } = caller.business;
  await world.db.begin(async (tx) => {
    const rows = await tx.query<{ id: bigint; cents: bigint; paymentId: bigint | null }>(
      `update ach_entries set state = $4 where business_id = $1 and id in (
         select id from ach_entries where business_id = $1 and kind = $2 and state = $3
         order by id limit $5)
       returning id, amount_cents as cents, payment_id as "paymentId"`,
      [business, kind, from, to, most],
    );
    assert.equal(rows.length, most, `${kind} ${from}`);
    await tx.query(
      `update payments set state = $3, captured_cents = case $3 when 'settled' then amount_cents else captured_cents end
       where business_id = $1 and id = any($2::int8[])`,
      [business, rows.flatMap(({ paymentId }) => paymentId ?? []), to.replace('late_', '')],
    );
    for (const { id: entryId, cents: all, paymentId } of rows) {
      for (const [debit, credit, cents = all] of sides) {
        const id = await world.ids.next(business);
        const madeAt = world.now();
        const what = { debit, credit, cents, businessId: business, id, entryId, madeAt };
        await transfers.insert(tx, [
          { currency: 'USD', ...what, paymentId: paymentId ?? undefined },
        ]);
      }
    }
  });
}
