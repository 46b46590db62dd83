import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approved, followUp } from '../../packages/sandbox/test/subject.ts';
import { executed } from './executed.ts';
import { authorizeNet, elavon, helcim, nmi, stripe } from './gateways.ts';

/* What follows a charge is answered with an error, is not found, and is carried out minutes later. */

const card = '4111111111111111';
const kinds = ['capture', 'void', 'refund'] as const;

for (const gateway of [nmi, authorizeNet, elavon, helcim, stripe]) {
  test(`${gateway.name}: what follows a charge and comes late is found then, and happens once`, async (t) => {
    const scene = await gateway.open();
    t.after(() => scene.close());
    const { processor } = scene;
    for (const afterSeconds of [100, 1000]) {
      for (const [n, kind] of kinds.entries()) {
        const name = `1-${n}${afterSeconds}`;
        const terms = { capture: kind === 'refund' };
        const charge = await approved(processor, `${name}-1`, card, terms);
        const isEarly = kind === 'refund' && gateway.habits.refundsSettledOnly;
        if (isEarly) scene.passSeconds(24 * 3600);
        const request = followUp(kind, `${name}-2`, charge);
        scene.script(request.reference, { executes: { afterSeconds }, answer: 'server_error' });
        const told = await processor.followUp(request);
        assert.equal(told.outcome, 'unknown', kind);
        const found = async () => {
          const answer = await processor.inquire(request.reference, request, scene.now());
          return answer.outcome;
        };
        scene.passSeconds(20);
        assert.match(await found(), /^(?:not_found|unknown)$/, kind);
        // Sent again only where it is known again, and while it is.
        if (processor.can.replay && afterSeconds === 100) await processor.followUp(request);
        scene.passSeconds(afterSeconds + 600);
        // A refund may be nobody knows whose.
        const ends = kind === 'refund' ? /^(?:approved|unknown)$/ : /^approved$/;
        assert.match(await found(), ends, `${kind} after ${afterSeconds}`);
        assert.equal(executed(scene.journal(), request.reference).length, 1, kind);
      }
    }
  });
}
