import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { everyGateway } from './every-gateway.ts';
import { openLiveBusiness } from './live-business.ts';

/* A business whose terms allow that a card pays a part: only a gateway that can approve one is asked for it. */

const fixture = await makeFixture({ after });

for (const { name, key, merchant, open } of everyGateway) {
  test(`${name} is asked for a part of the amount only if it can approve one`, async (t) => {
    const plain = await fixture.open();
    const asked: boolean[] = [];
    const world: World = {
      ...plain,
      gateways: {
        ...plain.gateways,
        async open(...of) {
          const processor = await plain.gateways.open(...of);
          return {
            ...processor,
            charge(request) {
              asked.push(request.allowPartial);
              return processor.charge(request);
            },
          };
        },
      },
    };
    const double = await open(fixture.clock.now);
    const account = { name, processor: name, key: new Secret(key), merchant } as const;
    const live = await openLiveBusiness(t, { fixture, double, account, world });
    await live.connect();
    const terms = { ...usualTerms, partialApprovals: true };
    await writeTerms(fixture.db, live.businessId, terms, fixture.clock.now());
    fixture.clock.pass(10_000);
    const sold = await live.pay({ Amount: '10.00' });
    assert.equal(sold.state, 'captured', sold.text);
    assert.deepEqual(asked, [plain.gateways.canOf(name).partialApproval]);
  });
}
