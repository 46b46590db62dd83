import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { everyDeath, testBatchDeaths } from './batch-deaths.ts';

testBatchDeaths();

const campaign = { name: 'pay-links/batch-deaths' };

test('a client that names nothing when it asks again asks people twice, and is noticed', async (t) => {
  const fixture = await makeFixture(t);
  await assert.rejects(everyDeath(fixture, 'nothing', campaign), /Expected values/);
});

test('a build that makes a link and its text apart does not pass', async (t) => {
  const fixture = await makeFixture(t, { isSabotaged: true });
  const careless = (world: World): World => {
    return { ...world, db: { ...world.db, begin: async (work) => await work(world.db) } };
  };
  await assert.rejects(everyDeath(fixture, 'key', campaign, careless), /Expected values/);
});
