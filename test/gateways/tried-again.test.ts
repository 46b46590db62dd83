import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import {
  acts,
  followUpsAt,
  kinds,
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
    });
  }
}
