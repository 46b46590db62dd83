import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDue } from '../../src/payments/resolve.ts';
import { groupsAtOnce } from '../../src/payments/watches.ts';
import { crashingOwner, openCounter } from './counter.ts';

test('who died behind more groups than are read at once is looked after in the same round', async (t) => {
  const { fixture, businessId, payTogether, rows, states } = await openCounter(t);
  await payTogether(crashingOwner(await fixture.open()), [{ Amount: '2.00' }]);
  const [group] = await rows();
  // Of other businesses, due before it, and over.
  await fixture.db.query(
    `insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
     select $1::bigint + 1 + n % 50, 'begun', n, array[n], $2, $2
     from generate_series(1::bigint, $3) n`,
    [businessId, new Date(group!.look_at.getTime() - 60_000), 2 * groupsAtOnce + 1],
  );
  fixture.clock.setTo(group!.look_at);
  assert.equal(await resolveDue(await fixture.open()), 1);
  assert.notEqual((await states())['o-1'], 'processing');
  const [left] = await fixture.db.query<{ count: bigint }>(
    `select count(*) as count from payment_watches where kind = 'begun'`,
  );
  assert.equal(left!.count, 0n);
});
