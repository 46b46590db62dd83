import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishCharges } from '../../src/payments/finish-store.ts';
import { resolveDue, resolvePayment } from '../../src/payments/resolve.ts';
import { startCharges } from '../../src/payments/start-store.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import type { Gather } from '../../src/runtime/gather.ts';
import type { World } from '../../src/world.ts';
import { withBank } from '../payments/counter.ts';
import { makeScenario, type PaymentRequest, type Scenario } from './fixture.ts';
import { judgeScenario, noFindings } from './judge.ts';
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

test('an owner that was slower than its successor writes nothing', async (t) => {
  const story = stories.find(({ name }) => name === 'approve')!;
  const scenario = await makeScenario(t);
  const request = await scenario.newRequest(story.fields);
  const world = await scenario.open();
  const gather: Gather = async (flush, row) => {
    if ((flush as unknown) === finishCharges) {
      scenario.fixture.clock.pass(hourMs);
      assert.equal(await resolveDue(await scenario.survivor()), 1);
    }
    return await world.gather(flush, row);
  };
  const last = await scenario.ask({ ...world, gather }, request);
  const replay = await scenario.ask(world, request);
  await judgeScenario(scenario, story, [{ last, replay }], hourMs);
});

test('an owner that was taken over before it heard of its commit sends nothing', async (t) => {
  const story = stories.find(({ name }) => name === 'approve')!;
  const scenario = await makeScenario(t);
  const request = await scenario.newRequest(story.fields);
  const sent: string[] = [];
  const world = withBank(await scenario.open(), {
    async charge({ reference }, really) {
      sent.push(reference);
      return await really();
    },
  });
  const gather: Gather = async (flush, row) => {
    const started = await world.gather(flush, row);
    if ((flush as unknown) !== startCharges || sent.length > 0) return started;
    scenario.fixture.clock.pass(hourMs);
    await resolvePayment(await scenario.survivor(), await keyOf(scenario, request));
    // Repeated, as after a lost answer: the row is there already.
    return await world.gather(flush, row);
  };
  const told = await scenario.ask({ ...world, gather }, request);
  assert.deepEqual([told?.status, sent], [503, []]);
});

test('what a slow owner had approved and does not keep is reversed, though it was found to be nothing', async (t) => {
  const { fields } = stories.find(({ name }) => name === 'approve')!;
  const scenario = await makeScenario(t);
  const request = await scenario.newRequest(fields, {}, { voidsWrongCode: true });
  const world = withBank(await scenario.open(), {
    async charge(_, really) {
      const checks = { securityCode: 'no_match', address: 'match' } as const;
      const answer = await really();
      return answer.outcome === 'approved' ? { ...answer, checks } : answer;
    },
  });
  const bank = world.processors.get('simulator')!;
  const forgetful: Processor = {
    ...bank,
    inquire: async () => ({ outcome: 'not_found' }),
    cancel: async (reference) => ({ outcome: 'canceled', reference }),
  };
  const other = { ...world, processors: new Map([['simulator', forgetful]]) };
  const gather: Gather = async (flush, row) => {
    if ((flush as unknown) === finishCharges) {
      scenario.fixture.clock.pass(hourMs);
      assert.equal(await resolveDue(other), 1);
    }
    return await world.gather(flush, row);
  };
  const last = await scenario.ask({ ...world, gather }, request);
  assert.equal(last?.headers['x-payment-state'], 'canceled');
  await scenario.workOff(await scenario.survivor());
  await noFindings(scenario);
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
