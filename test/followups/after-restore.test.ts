import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { readBookText } from '../../packages/sandbox/src/processor/book-view.ts';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { followUpRules } from '../../src/backoffice/reconciliation/followup-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { furthestSkip, skipIds, usualSkip } from '../../src/database/skip-ids.ts';
import { makeFixture } from '../fixture.ts';
import { openShop } from './shop.ts';

test('after a restore a refund moves money, though an equal one was made in the lost time', async (t) => {
  const book = memoryBook();
  const fixture = await makeFixture(t, { book });
  const shop = await openShop(t, { fixture });
  const { db, clock } = fixture;
  await shop.pay({ OrderNumber: 'A-1' });
  const part = { RefundType: 'Partial', Amount: '10.00', OrderNumber: 'A-1' };
  await shop.refund(part);
  // Back to the state before the refund.
  await db.query('delete from followups');
  await db.query('delete from transfers where followup_id is not null');
  await db.query(`delete from events where kind = 'payment.refunded'`);
  await db.query('update payments set refunded_cents = 0');
  const skip = { by: 10_000_000, sites: 10_000, generations: 1, at: clock.now() };
  await skipIds(db, skip);

  clock.pass(3_600_000);
  const again = await shop.refund(part);
  assert.equal(again.state, 'succeeded');
  const refunds = (await Array.fromAsync(readBookText(book.text()))).filter(
    ({ kind, standing }) => kind === 'refund' && standing === 'approved',
  );
  assert.deepEqual(
    refunds.map(({ netCents }) => netCents),
    [1000n, 1000n],
  );

  // A second restore begins anew once more.
  await skipIds(db, skip);
  clock.pass(3_600_000);
  await shop.refund(part);
  const rows = await db.query<{ n: number }>('select n from followups order by n');
  assert.deepEqual(rows, [{ n: 501 }, { n: 1001 }]);
  const numbered = followUpRules.find(({ name }) => name === 'followup_numbers')!;
  assert.deepEqual(await Array.fromAsync(checkRule(db, numbered)), []);
  await db.query('update followups set n = 1002 where n = 1001');
  const [gap] = await Array.fromAsync(checkRule(db, numbered));
  assert.match(formatFinding(gap!), /its conversation 1002 follows on 501/);
});

test('after the furthest skip that there is, a payment can still be refunded', async (t) => {
  const shop = await openShop(t);
  await shop.pay({ OrderNumber: 'A-1' });
  const generations = Math.ceil(furthestSkip / usualSkip);
  const at = shop.fixture.clock.now();
  await skipIds(shop.fixture.db, { by: furthestSkip, sites: 10_000, generations, at });
  const part = { RefundType: 'Partial', Amount: '10.00', OrderNumber: 'A-1' };
  assert.equal((await shop.refund(part)).state, 'succeeded');
});
