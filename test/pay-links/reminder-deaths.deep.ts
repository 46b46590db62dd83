import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { everyDeath, testReminderDeaths } from './reminder-deaths.ts';

testReminderDeaths();

test('a build that makes a link and its reminders apart does not pass', async (t) => {
  const fixture = await makeFixture(t, { isSabotaged: true });
  const careless = (world: World): World => {
    return { ...world, db: { ...world.db, begin: async (work) => await work(world.db) } };
  };
  await assert.rejects(everyDeath(fixture, undefined, careless), /Expected values/);
});
