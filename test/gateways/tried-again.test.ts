import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FollowUp } from '../../src/payments/follow-ups/follow-up.ts';
import { followUpsOf, isOfAnother } from '../../src/payments/follow-ups/store.ts';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import {
  acts,
  followUpsAt,
  kinds,
  type Live,
  openAt,
  openCasesOf,
  scriptNext,
  untilNotDone,
} from './follow-up-acts.ts';
import { dayMs } from './live-business.ts';

/*
 * A capture, void or refund never arrived at the gateway, is taken for not done, and is asked for again: what its charge
 * shows then was done by the second, and nobody is asked about the first.
 */

async function followUpsOfBusiness({ fixture, businessId }: Live): Promise<readonly FollowUp[]> {
  const [payment] = await fixture.db.query<{ id: bigint }>(
    'select id from payments where business_id = $1',
    [businessId],
  );
  return await followUpsOf(fixture.db, businessId, payment!.id);
}

for (const gateway of everyGateway) {
  for (const kind of kinds) {
    test(`${gateway.name}: a ${kind} that is tried again explains what is shown of the first`, async (t) => {
      const live = await openAt(t, await makeFixture(t), gateway);
      const invoice = await acts[kind].prepare(live);
      await scriptNext(live, 'order', kind, { executes: 'never', answer: 'lost' });
      const first = await acts[kind].ask(live, invoice, 'first');
      assert.equal(first.state, 'unknown', first.text);
      await untilNotDone(live);
      await scriptNext(live, 'order', kind, {});
      const again = await acts[kind].ask(live, invoice, 'second');
      assert.equal(again.state, 'succeeded', again.text);
      for (let days = 0; days < 9; days += 1) await live.pass(dayMs);
      const states = (await followUpsAt(live)).map(({ state }) => state);
      assert.deepEqual(states, ['failed', 'succeeded']);
      assert.deepEqual(await openCasesOf(live), []);
      if (kind !== 'refund') return;
      const [failed] = await followUpsOfBusiness(live);
      // Perhaps the first was executed beside the second.
      assert.equal(await isOfAnother(live.fixture.db, failed!, undefined), false);
    });
  }
}
