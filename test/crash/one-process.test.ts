import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishCharges } from '../../src/payments/finish-store.ts';
import { resolveDue, resolvePayment } from '../../src/payments/resolve.ts';
import type { Gather } from '../../src/runtime/gather.ts';
import type { World } from '../../src/world.ts';
import { makeScenario, type PaymentRequest, type Scenario } from './fixture.ts';
import { judgeScenario } from './judge.ts';
import { stories } from './stories.ts';

/*
 * Concurrent callers of one process share statements, so what two processes decide by the row's lock is
 * here decided inside one statement.
 */

const hourMs = 3_600_000;

test('of those who find out at once in one process, one does', async (t) => {
  const story = stories.find(({ name }) => name === 'timeout_after_booking, making a token')!;
  const scenario = await makeScenario(t);
  const request = await scenario.newRequest(story.fields);
  const world = await scenario.open();
  assert.equal((await scenario.ask(world, request))?.status, 202);

  scenario.fixture.clock.pass(3000);
  const key = await keyOf(scenario, request);
  const finders = Array.from({ length: 5 }, () => resolvePayment(world, key));
  await Promise.all([...finders, resolveDue(world)]);

  const last = await scenario.ask(world, request);
  await judgeScenario(scenario, story, [{ last, replay: await scenario.ask(world, request) }]);
});

test('the answers of an owner that was too slow and of its successor may be written together', async (t) => {
  const story = stories.find(({ name }) => name === 'approve, making a token')!;
  const scenario = await makeScenario(t);
  const request = await scenario.newRequest(story.fields);
  const { world, firstCame } = finishingTwoAtOnce(await scenario.open());

  const asked = scenario.ask(world, request);
  await firstCame;
  scenario.fixture.clock.pass(hourMs);
  await resolvePayment(world, await keyOf(scenario, request));

  const last = await asked;
  assert.equal(await resolveDue(world), 0, 'nobody has to look after it any more');
  await judgeScenario(
    scenario,
    story,
    [{ last, replay: await scenario.ask(world, request) }],
    hourMs,
  );
});

/** Whoever is first to write an outcome waits for a second one; both are rows of one statement. */
function finishingTwoAtOnce(world: World): { world: World; firstCame: Promise<void> } {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let came = 0;
  const gather: Gather = async (flush, row) => {
    if ((flush as unknown) === finishCharges) {
      came += 1;
      (came === 1 ? first : second).resolve();
      await second.promise;
    }
    return await world.gather(flush, row);
  };
  return { world: { ...world, gather }, firstCame: first.promise };
}

async function keyOf({ fixture }: Scenario, { caller }: PaymentRequest) {
  const businessId = caller.business.id;
  const rows = await fixture.db.query<{ id: bigint }>(
    'select id from payments where business_id = $1',
    [businessId],
  );
  return { businessId, id: rows[0]!.id };
}
