import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDue, resolvePayment } from '../../src/payments/resolve.ts';
import type { Processor } from '../../src/processors/processor.ts';
import type { World } from '../../src/world.ts';
import { judgeStreet } from './judge.ts';
import { stories } from './stories.ts';
import { makeStreet, type Street, type Wish } from './street.ts';

/*
 * Concurrent callers of one process share statements, so what two processes decide by the row's lock is
 * here decided inside one statement.
 */

const hourMs = 3_600_000;

test('of those who find out at once in one process, one does', async (t) => {
  const story = stories.find(({ name }) => name === 'timeout_after_booking, making a token')!;
  const street = await makeStreet(t);
  const wish = await street.wish(story.fields);
  const world = await street.open();
  assert.equal((await street.ask(world, wish))?.status, 202);

  street.house.clock.pass(3000);
  const key = await keyOf(street, wish);
  const finders = Array.from({ length: 5 }, () => resolvePayment(world, key));
  await Promise.all([...finders, resolveDue(world)]);

  const last = await street.ask(world, wish);
  await judgeStreet(street, story, [{ last, replay: await street.ask(world, wish) }]);
});

test('the answers of an owner that was too slow and of its successor may be written together', async (t) => {
  const story = stories.find(({ name }) => name === 'approve, making a token')!;
  const street = await makeStreet(t);
  const wish = await street.wish(story.fields);
  const gate = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const world = holdingAnswers(await street.open(), gate.promise, answered.resolve);

  const asked = street.ask(world, wish);
  await answered.promise;
  street.house.clock.pass(hourMs);
  const found = resolvePayment(world, await keyOf(street, wish));
  await untilEpoch(street, wish, 2);
  gate.resolve();
  await found;

  const last = await asked;
  assert.equal(await resolveDue(world), 0, 'nobody has to look after it any more');
  await judgeStreet(street, story, [{ last, replay: await street.ask(world, wish) }], hourMs);
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

async function keyOf({ house }: Street, { caller }: Wish) {
  const businessId = caller.business.id;
  const rows = await house.db.query<{ id: bigint }>(
    'select id from payments where business_id = $1',
    [businessId],
  );
  return { businessId, id: rows[0]!.id };
}

async function untilEpoch({ house }: Street, { caller }: Wish, epoch: number): Promise<void> {
  for (;;) {
    const rows = await house.db.query(
      'select from payments where business_id = $1 and epoch = $2',
      [caller.business.id, epoch],
    );
    if (rows.length === 1) return;
  }
}
