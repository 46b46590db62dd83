import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { World } from '../../src/world.ts';
import { type DoorName, doorNames, openPlace, openShop, type Place } from './idempotency-doors.ts';
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

/** More for a campaign: `HISTORIES=300`; a third of them at each door. */
const histories = Number(process.env.HISTORIES ?? 10);
const seed = randomInt(2 ** 31);

function holds(place: Place, doors: readonly DoorName[], runs: number) {
  const property = fc.asyncProperty(anyHistory, (steps) => live(place, doors, steps));
  const examples: [Step[]][] = [[whole]];
  return [property, { seed, numRuns: runs, examples }] as const;
}

for (const name of doorNames) {
  test(`${name} keeps to the model of idempotency keys (seed ${seed})`, async (t) => {
    const [property, options] = holds(await openPlace(t), [name], Math.ceil(histories / 3));
    await fc.assert(property, options);
  });
}

test(`keys of one group are one, and of two groups or businesses two (seed ${seed})`, async (t) => {
  const [property, options] = holds(await openPlace(t), doorNames, histories);
  await fc.assert(property, options);
});

/** These free an old key in the transaction that uses it anew. */
const freesAtOnce: readonly DoorName[] = ['CreateSMSReceipt', 'CreateNewBusiness'];
const forgets = /^\s*(update events set id|update \w+ set idempotency_key|delete from kept_keys)/;

for (const name of doorNames) {
  test(`of two requests that find a key too old, the later does not free it again: ${name}`, async (t) => {
    let meanwhile: (() => Promise<void>) | undefined;
    const place = await openPlace(t, (world) => ({
      ...world,
      db: {
        ...world.db,
        async query(text, values) {
          const first = forgets.test(text) ? meanwhile : undefined;
          if (first) meanwhile = undefined;
          await first?.();
          return await world.db.query(text, values);
        },
      },
    }));
    const { doors, close } = await openShop(place);
    t.after(close);
    const door = doors[name];
    await door.prepare?.('key');
    await door.ask('key', 0);
    place.fixture.clock.pass(lifetimeMs + 1);
    await door.prepare?.('key');
    const before = await door.count();
    const heard: string[] = [];
    const askOnce = async () => {
      heard.push((await door.ask('key', 0)).text);
    };
    meanwhile = askOnce;
    await askOnce();
    assert.equal(meanwhile === undefined, !freesAtOnce.includes(name));
    await askOnce();
    assert.equal(new Set(heard).size, 1);
    assert.equal((await door.count()) - before, 1);
  });
}

type Sabotage = { readonly breaks: (world: World) => World; readonly found: RegExp };

const sabotages: Readonly<Record<string, Sabotage>> = {
  'takes every request for the same': {
    breaks: (world) => ({ ...world, vault: { ...world.vault, sameFingerprint: () => true } }),
    found: /was used for something else|both requests have the key/,
  },
  'takes every request for another': {
    breaks: (world) => ({ ...world, vault: { ...world.vault, sameFingerprint: () => false } }),
    found: /copies are answered differently|not the first answer/,
  },
  'never lets a key grow old': {
    breaks(world) {
      const at = world.now();
      return { ...world, now: () => at };
    },
    found: /a free key is refused|a first request makes one/,
  },
};

for (const [name, { breaks, found }] of Object.entries(sabotages)) {
  for (const door of doorNames) {
    test(`a build that ${name} does not keep to it: ${door}`, async (t) => {
      const [property, options] = holds(await openPlace(t, breaks), [door], 1);
      const { failed, errorInstance } = await fc.check(property, {
        ...options,
        endOnFailure: true,
      });
      assert.ok(failed, 'it kept to it');
      assert.match(String(errorInstance), found);
    });
  }
}
