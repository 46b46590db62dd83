import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { GatewayName } from '../../src/kernel/gateway-names.ts';
import { loseConnection } from '../crash/fixture.ts';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import { acts, followUpsAt, type Kind, kinds, openAt, untilNotDone } from './follow-up-acts.ts';

/*
 * The database goes away, or the process is killed, between the commit of a capture, void or refund and its call: the
 * gateway never hears of it. No row tells whether a call began, so the gateway alone can show that it did not.
 */

const fixture = await makeFixture({ after });

/** How it ends, and within how many hours. A charge that never arrived ends within as many. */
type End = { readonly by: 'itself' | 'persons'; readonly hours: number; readonly isDone?: true };

const absent: End = { by: 'itself', hours: 26 };
/** Sent once more under its reference, which the gateway carries out once. */
const sent: End = { by: 'itself', hours: 2, isDone: true };
const ends: Readonly<Record<GatewayName, Readonly<Record<Kind, End>>>> = {
  // Whether each refund is shown is not certain, so that none is proves nothing.
  nmi: { capture: absent, void: absent, refund: { by: 'persons', hours: 36 } },
  'authorize-net': { capture: absent, void: absent, refund: absent },
  elavon: { capture: absent, void: absent, refund: absent },
  // Absence proves nothing there, of a charge neither; a replay is possible for some minutes only.
  helcim: {
    capture: { by: 'persons', hours: 2 },
    void: { by: 'persons', hours: 2 },
    refund: { by: 'persons', hours: 2 },
  },
  stripe: { capture: sent, void: sent, refund: sent },
};

/** A world whose database may go away at a commit. */
async function openFragile() {
  const state = { isAway: false, losesCommit: false };
  const world = await fixture.open({
    atStatement() {
      if (state.isAway) loseConnection();
    },
    over: (db) => ({
      ...db,
      async begin(work, tenants) {
        const done = await db.begin(work, tenants);
        if (state.losesCommit) {
          state.isAway = true;
          loseConnection();
        }
        return done;
      },
    }),
  });
  return { state, world };
}

for (const gateway of everyGateway) {
  for (const kind of kinds) {
    test(`${gateway.name}: a ${kind} that was never sent comes to its end, and is done once`, async (t) => {
      const { state, world } = await openFragile();
      const live = await openAt(t, fixture, gateway, world);
      const invoice = await acts[kind].prepare(live);
      const ask = async () => await acts[kind].ask(live, invoice, 'key');
      const before = live.done().length;
      state.losesCommit = true;
      const told = await ask();
      assert.equal(told.state, 'processing', told.text);
      Object.assign(state, { isAway: false, losesCommit: false });

      const { by, hours, isDone } = ends[gateway.name][kind];
      const end = await untilNotDone(live);
      assert.equal(end.by, by);
      assert.ok(end.hours <= hours, `${end.hours} hours`);
      const [first] = await followUpsAt(live);
      if (!isDone) {
        assert.deepEqual([first?.state, first?.code], ['failed', 'not_sent']);
        // Whoever repeats it hears so once, and may then begin it anew.
        const failed = await ask();
        assert.deepEqual([failed.state, failed.retryAfter], ['failed', '5']);
      }
      const again = await ask();
      assert.equal(again.state, 'succeeded', again.text);
      assert.equal((await ask()).text, again.text);
      assert.equal(live.done().length - before, 1);
    });
  }
}
