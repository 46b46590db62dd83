import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FollowUpRequest, Processor } from '../../src/processors/processor.ts';
import { askFollowUp, wishFollowUp } from './following.ts';
import { followUpStories } from './followup-stories.ts';
import { noFindings } from './judge.ts';
import { makeStreet } from './street.ts';

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
  const street = await makeStreet(t, (world) => {
    const bank = world.processors.get('simulator')!;
    const stubborn: Processor = {
      ...bank,
      can: { ...bank.can, cancelByReference: false },
      async followUp(request) {
        if (!isReached) return { outcome: 'not_sent', reason: 'connection refused' };
        sent.push(request);
        // The behaviour is for the first request alone.
        if (sent.length > 1) street.house.bank.script({ reference: request.reference }, 'approve');
        return await bank.followUp(request);
      },
    };
    return { ...world, processors: new Map([['simulator', stubborn]]) };
  });
  const wish = await wishFollowUp(street, story);
  const survivor = await street.survivor();
  const state = async () =>
    (await askFollowUp(street, survivor, wish))?.headers['x-followup-state'];
  assert.equal(await state(), 'unknown');

  // That nobody is reached now does not say that it did not arrive before.
  isReached = false;
  street.house.clock.pass(10 * 60_000);
  assert.equal(await state(), 'unknown');
  assert.equal(sent.length, 1);

  isReached = true;
  await street.workOff(survivor);
  assert.equal(await state(), 'succeeded');
  assert.deepEqual(new Set(sent.map(({ reference }) => reference)).size, 1);
  await noFindings(street);
});
