import assert from 'node:assert/strict';
import { formatAccount, isRead } from '../../src/backoffice/reconciliation/account-sentence.ts';
import {
  type AccountRead,
  compareAccounts,
} from '../../src/backoffice/reconciliation/gateway-accounts.ts';
import { unwatched } from '../../src/kernel/progress.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { GatewayProcessor } from '../../src/ports/processors/gateway-kind.ts';
import type { SettledRow } from '../../src/ports/processors/settled-row.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { makeFixture } from '../fixture.ts';
import type { EveryGateway } from '../gateways/every-gateway.ts';
import { dayMs, minuteMs, openLiveBusiness } from '../gateways/live-business.ts';
import type { Scope } from '../scope.ts';

/* Days of a live business at a gateway, which are read again, and what the gateway may say of them instead. */

export type Alter = (processor: GatewayProcessor) => GatewayProcessor;

/** Ten days of a live business: two sales on the sixth, and a refund of a part on the eighth. */
export async function openDays(scope: Scope, { name, key, merchant, open }: EveryGateway) {
  const fixture = await makeFixture(scope);
  const { clock, db } = fixture;
  const double = await open(clock.now);
  const account = { name, processor: name, key: new Secret(key), merchant };
  const live = await openLiveBusiness(scope, { fixture, double, account });
  const { businessId, world } = live;
  await live.connect();
  const days = async (count: number) => {
    for (let day = 0; day < count; day += 1) {
      await live.pass(dayMs);
      await closeBatches(world, { id: businessId, cardAccounts: { USD: name } }, 'system');
      // Some say only that it is scheduled, and settle it then.
      await live.pass(10 * minuteMs);
    }
  };
  await days(5);
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sold' });
  await live.pay({ Amount: '20.00', OrderNumber: 'other' });
  await days(2);
  const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold.invoice };
  const refund = await live.refund(part);
  assert.equal(refund.state, 'succeeded', refund.text);
  await days(4);
  const gateways = { ...world.gateways };
  /** `rule` of each finding, and what is said of the account. `alter`: what the gateway says instead. */
  const compare = async (alter: Alter = (opened) => opened, span = 31) => {
    Object.assign(world.gateways, {
      open: async (...of: Parameters<typeof gateways.open>) => alter(await gateways.open(...of)),
    });
    const noted: AccountRead[] = [];
    const options = {
      days: span,
      progress: unwatched,
      note: (one: AccountRead) => noted.push(one),
    };
    const found = await Array.fromAsync(compareAccounts(world, options));
    assert.equal(noted.length, 1);
    const [told] = noted;
    return {
      rules: found.map(({ rule }) => rule),
      says: found.map(({ says }) => says),
      told: formatAccount(told!),
      isRead: isRead(told!),
    };
  };
  const paymentOf = async (order: string) => {
    const [row] = await db.query<{ id: bigint; batchId: bigint }>(
      `select id, batch_id as "batchId" from payments where business_id = $1 and order_number = $2`,
      [businessId, order],
    );
    return row!;
  };
  return { ...live, fixture, days, compare, paymentOf, invoice: sold.invoice };
}

/** What the gateway reports, changed before it is asked for by time. */
export function reports(change: (rows: readonly SettledRow[]) => readonly SettledRow[]): Alter {
  return (opened) => ({
    ...opened,
    async settledRows(since, until) {
      const longAgo = new Date(since.getTime() - 100 * dayMs);
      const told = await opened.settledRows!(longAgo, new Date(until.getTime() + 100 * dayMs));
      assert.equal(told.outcome, 'settled');
      const rows = change(told.outcome === 'settled' ? told.rows : []);
      const isIn = ({ settledAt }: SettledRow) => settledAt >= since && settledAt <= until;
      return { outcome: 'settled', rows: rows.filter(isIn) };
    },
  });
}

const later = (row: SettledRow, days: number): SettledRow => ({
  ...row,
  settledAt: new Date(row.settledAt.getTime() + days * dayMs),
});
const ofSale = (row: SettledRow) => row.cents === 1000n;
const changed = (change: (row: SettledRow) => SettledRow) =>
  reports((rows) => rows.map((row) => (ofSale(row) ? change(row) : row)));

export const plants: readonly (readonly [string, Alter, readonly string[]])[] = [
  ['a row that is gone', reports((rows) => rows.filter((row) => !ofSale(row))), ['not_told']],
  ['another amount', changed((row) => ({ ...row, cents: 1001n })), ['amount']],
  ['one that was not settled', changed((row) => ({ ...row, cents: 0n })), ['amount']],
  ['a day after it was booked', changed((row) => later(row, 3)), ['day']],
  ['a day before it was made', changed((row) => later(row, -4)), ['day']],
  [
    'one that was refused first, and settled a day later',
    reports((rows) => [
      ...rows,
      ...rows.filter(ofSale).map((row) => ({ ...later(row, -1), cents: 0n })),
    ]),
    [],
  ],
  [
    'one transaction on two days',
    reports((rows) => [...rows, ...rows.filter(ofSale).map((row) => later(row, -1))]),
    ['twice'],
  ],
  [
    'a row of nobody here',
    reports((rows) => [
      ...rows,
      ...rows.filter(ofSale).map((row) => ({ ...row, reference: '', processorId: '777' })),
    ]),
    ['stranger'],
  ],
  [
    'a second transaction under one reference',
    reports((rows) => [
      ...rows,
      ...rows.filter(ofSale).map((row) => ({ ...row, processorId: '777' })),
    ]),
    ['stranger'],
  ],
];
