import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDue, resolvePayment } from '../../src/payments/resolve.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
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
  const gate = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const world = holdingAnswers(await scenario.open(), gate.promise, answered.resolve);

  const asked = scenario.ask(world, request);
  await answered.promise;
  scenario.fixture.clock.pass(hourMs);
  const found = resolvePayment(world, await keyOf(scenario, request));
  await untilEpoch(scenario, request, 2);
  gate.resolve();
  await found;

  const last = await asked;
  assert.equal(await resolveDue(world), 0, 'nobody has to look after it any more');
  await judgeScenario(
    scenario,
    story,
    [{ last, replay: await scenario.ask(world, request) }],
    hourMs,
  );
});

/** Whatever the processor says is heard when the gate opens, by everybody at once. */
function holdingAnswers(world: World, gate: Promise<void>, onAnswer: () => void): World {
  const hold = async <T>(answer: T): Promise<T> => {
    onAnswer();
    await gate;
    return answer;
  };
  const bank = world.processors.get('simulator')!;
  const holding: Processor = {
    ...bank,
    charge: async (request) => await hold(await bank.charge(request)),
    inquire: async (reference) => await hold(await bank.inquire(reference)),
  };
  return { ...world, processors: new Map([['simulator', holding]]) };
}

async function keyOf({ fixture }: Scenario, { caller }: PaymentRequest) {
  const businessId = caller.business.id;
  const rows = await fixture.db.query<{ id: bigint }>(
    'select id from payments where business_id = $1',
    [businessId],
  );
  return { businessId, id: rows[0]!.id };
}

async function untilEpoch(
  { fixture }: Scenario,
  { caller }: PaymentRequest,
  epoch: number,
): Promise<void> {
  for (;;) {
    const rows = await fixture.db.query(
      'select from payments where business_id = $1 and epoch = $2',
      [caller.business.id, epoch],
    );
    if (rows.length === 1) return;
  }
}
