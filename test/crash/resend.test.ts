import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FollowUpRequest, Processor } from '../../src/ports/processors/processor.ts';
import { makeScenario } from './fixture.ts';
import { askFollowUp, newFollowUpRequest } from './following.ts';
import { followUpStories } from './followup-stories.ts';
import { noFindings } from './judge.ts';

/*
 * A bank that cannot cancel: what it does not know of once its late window is over is sent again, under the same
 * reference.
 */
const story = followUpStories.find(
  ({ name }) => name === 'a refund of a part: timeout_before_booking',
)!;

test('a refund that never arrived is sent again under its reference, and is done once', async (t) => {
  const sent: FollowUpRequest[] = [];
  let isReached = true;
  const scenario = await makeScenario(t, (world) => {
    const bank = world.processors.get('simulator')!;
    const stubborn: Processor = {
      ...bank,
      can: { ...bank.can, cancelByReference: false },
      async followUp(request) {
        if (!isReached) return { outcome: 'not_sent', reason: 'connection refused' };
        sent.push(request);
        // The behaviour is for the first request alone.
        if (sent.length > 1)
          scenario.fixture.bank.script({ reference: request.reference }, 'approve');
        return await bank.followUp(request);
      },
    };
    return { ...world, processors: new Map([['simulator', stubborn]]) };
  });
  const request = await newFollowUpRequest(scenario, story);
  const survivor = await scenario.survivor();
  const state = async () =>
    (await askFollowUp(scenario, survivor, request))?.headers['x-followup-state'];
  assert.equal(await state(), 'unknown');

  // That nobody is reached now does not say that it did not arrive before.
  isReached = false;
  scenario.fixture.clock.pass(10 * 60_000);
  assert.equal(await state(), 'unknown');
  assert.equal(sent.length, 1);

  isReached = true;
  await scenario.workOff(survivor);
  assert.equal(await state(), 'succeeded');
  assert.deepEqual(new Set(sent.map(({ reference }) => reference)).size, 1);
  await noFindings(scenario);
});
