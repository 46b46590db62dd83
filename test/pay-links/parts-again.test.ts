import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { makeScenario } from '../crash/fixture.ts';
import { noFindings } from '../crash/judge.ts';
import { opened } from './fixture.ts';
import { billInParts, booksOf, debitPart, holds, payPart } from './parts-shop.ts';

const hourMs = 3_600_000;

test('a part that came back is presented again only while so much is left', async (t) => {
  const scenario = await makeScenario(t);
  const { fixture } = scenario;
  const { business } = await fixture.addBusiness();
  const terms = { ...usualTerms, represents: false };
  await writeTerms(fixture.db, business.id, terms, fixture.clock.now());
  const world = await scenario.survivor();
  const address = await billInParts(world, business, 'A-1');
  const books = async () => await booksOf(fixture, await opened(world, address));
  const account = simulatedNumber('return_always', 'R01', 1);
  for (const cents of [3000n, 2000n]) {
    await debitPart(world, await opened(world, address), cents, account);
  }
  await pass(6);
  assert.deepEqual([(await books()).partsCents, (await books()).state], [0n, 'open']);

  const [first, second] = await fixture.db.query<{ id: bigint }>(
    `select id from ach_entries where business_id = $1 and kind = 'debit' order by amount_cents desc`,
    [business.id],
  );
  const asked = { businessId: business.id, amountCents: undefined, actor: 'operator:ann' };
  const again = await representByHand(world, { ...asked, id: first!.id });
  assert.ok(
    !('refused' in again),
    JSON.stringify(again, (_, one) => String(one)),
  );
  assert.equal((await books()).partsCents, 3000n);
  await payPart(world, await opened(world, address), 7000n);
  assert.equal((await books()).state, 'covered');
  assert.deepEqual(await representByHand(world, { ...asked, id: second!.id }), {
    refused: 'its order or its invoice is being paid otherwise',
  });
  holds(await books());
  await pass(6);
  // It came back once more, and is open again.
  assert.deepEqual([(await books()).partsCents, (await books()).state], [7000n, 'open']);
  holds(await books());
  await noFindings(scenario);

  async function pass(days: number): Promise<void> {
    for (let quarter = 0; quarter < 4 * days; quarter += 1) {
      fixture.clock.pass(6 * hourMs);
      while ((await workOnce(world)) > 0);
    }
  }
});
