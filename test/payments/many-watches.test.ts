import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDue } from '../../src/payments/resolve.ts';
import { groupsAtOnce } from '../../src/payments/watches.ts';
import { mortalOwner, openCounter } from './counter.ts';

test('who died behind more groups than are read at once is looked after in the same round', async (t) => {
  const { house, businessId, payTogether, rows, states } = await openCounter(t);
  await payTogether(mortalOwner(await house.open()), [{ Amount: '2.00' }]);
  const [group] = await rows();
  // Of other businesses, due before it, and over.
  await house.db.query(
    `insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
     select $1::bigint + 1 + n % 50, 'begun', n, array[n], $2, $2
     from generate_series(1::bigint, $3) n`,
    [businessId, new Date(group!.look_at.getTime() - 60_000), 2 * groupsAtOnce + 1],
  );
  house.clock.setTo(group!.look_at);
  assert.equal(await resolveDue(await house.open()), 1);
  assert.notEqual((await states())['o-1'], 'processing');
  const [left] = await house.db.query<{ count: bigint }>(
    `select count(*) as count from payment_watches where kind = 'begun'`,
  );
  assert.equal(left!.count, 0n);
});
