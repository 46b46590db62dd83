import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { World } from '../../src/world.ts';
import { holds, testDoors } from './idempotency.ts';
import { type DoorName, doorNames, openPlace, openShop } from './idempotency-doors.ts';
import { lifetimeMs } from './idempotency-model.ts';

testDoors([...doorNames.map((name) => [name]), doorNames]);

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
  test(`a build that ${name} does not keep to it`, async (t) => {
    const place = await openPlace(t, breaks);
    const [property, options] = holds(place, ['CreatePayment'], 1, 1);
    const { failed, errorInstance } = await fc.check(property, { ...options, endOnFailure: true });
    assert.ok(failed, 'it kept to it');
    assert.match(String(errorInstance), found);
  });
}
