import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmAndCarryOut } from '../../src/backoffice/case-actions/carry-out.ts';
import { listCases } from '../../src/records/case-store.ts';
import { makeFixture } from '../fixture.ts';
import { fillOne } from './filling.ts';

test('the proposal that the demo leaves may be confirmed by somebody who signs in after it for the first time', async (t) => {
  const fixture = await makeFixture(t);
  const { business } = await fixture.addBusiness();
  await fillOne(fixture, business.id, { days: 3 });
  const world = await fixture.open();
  fixture.clock.pass(3_600_000);
  const since = fixture.clock.now();
  const asked = { businessId: business.id, kind: 'amount_differs', limit: 10 } as const;
  const [proposed, ...others] = await listCases(world.db, asked);
  assert.deepEqual([proposed?.state, others], ['proposed', []]);
  const operator = {
    ...{ name: 'user:operator@example.com', account: 'root', origins: ['person:1'] },
    since,
  };
  const decision = 'refund_difference';
  const closed = await confirmAndCarryOut(world, proposed!, operator, { decision });
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'Refunded.']);
});
