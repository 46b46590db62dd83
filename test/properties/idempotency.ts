import { test } from 'node:test';
import fc from 'fast-check';
import { drawing, type Size, sizeOf } from '../size.ts';
import { type DoorName, openPlace, type Place } from './idempotency-doors.ts';
import { lifetimeMs, live, type Step } from './idempotency-model.ts';

const few = fc.nat({ max: 1 });
const named = { shop: few, door: fc.nat({ max: 99 }), key: few };
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      ...named,
      content: fc.nat({ max: 11 }),
      atOnce: fc.constantFrom(1, 1, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('contend' as const),
      ...named,
      content: fc.nat({ max: 11 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 3_600_000, lifetimeMs / 2, lifetimeMs, lifetimeMs + 1),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'sweep' }) },
);
const anyHistory = fc.array(anyStep, { minLength: 4, maxLength: 14, size: 'max' });

const ask = (content: number, atOnce = 1): Step => {
  return { does: 'ask', shop: 0, door: 0, key: 0, content, atOnce };
};
const contend: Step = { does: 'contend', shop: 0, door: 0, key: 1, content: 1 };
const pass = (ms: number): Step => ({ does: 'pass', ms });

/** Everything that the model says, once: run before the random histories. */
const whole: Step[] = [
  ask(0, 3),
  ask(0),
  ask(1),
  contend,
  pass(lifetimeMs),
  { does: 'sweep' },
  ask(0, 3),
  ask(1),
  pass(1),
  ask(1, 3),
  ask(0),
  contend,
];

/** The model's example first, and then so many histories. */
export function holds(place: Place, doors: readonly DoorName[], seed: number, runs: number) {
  const property = fc.asyncProperty(anyHistory, (steps) => live(place, doors, steps));
  const examples: [Step[]][] = [[whole]];
  return [property, { seed, numRuns: runs, examples }] as const;
}

/** A test for each group of doors. */
export function testDoors(groups: readonly (readonly DoorName[])[], size?: Size): void {
  for (const doors of groups) {
    const name = doors.length === 1 ? doors[0] : 'all doors together';
    const runs = sizeOf({ gate: 4, usual: doors.length === 1 ? 4 : 10, full: 100 }, size);
    test(`requests keep to the model of idempotency keys: ${name}`, async (t) => {
      await drawing({ name: 'properties/idempotency', size }, async (seed) => {
        await fc.assert(...holds(await openPlace(t), doors, seed, runs));
      });
    });
  }
}
