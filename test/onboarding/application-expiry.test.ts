import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { expireApplications } from '../../src/parties/applications/expire.ts';
import { answer, request } from '../../src/parties/applications/review.ts';
import { readApplicationMoves } from '../../src/parties/applications/store.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { makeFixture } from '../fixture.ts';
import { type Applicant, apply, keys, statesOf } from './applicant.ts';

const decision = { actor: 'operator', reason: 'Looked at it.' };
const day = 24 * 3_600_000;

async function enter(t: TestContext) {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const master = (await fixture.addBusiness()).business;
  const inSandbox = (marker: string) =>
    apply(world, master, { email: `ann+${marker}@example.com` });
  return { fixture, world, inSandbox };
}

test('thirty days without an answer end it, counted from the last request for information', async (t) => {
  const { fixture, world, inSandbox } = await enter(t);
  const applicant = await inSandbox('outcome-needs-information');
  fixture.clock.pass(29 * day);
  await answer(world, ...keys(applicant), decision);
  await request(world, ...keys(applicant), { ...decision, requirements: ['website'] });
  const reviewed = await inSandbox('outcome-in-review');
  fixture.clock.pass(30 * day - 1);
  assert.equal(await expireApplications(world), 0);
  fixture.clock.pass(1);
  await workOnce(world);
  assert.deepEqual(await statesOf(world, applicant), ['expired', 'messaging_only']);
  assert.equal(await expireApplications(world), 0);

  const move = (await readApplicationMoves(world.db, ...keys(applicant))).at(-1);
  assert.deepEqual([move?.actor, move?.reason], ['system', 'No answer came in time.']);
  // Who waits for us is not made to pay for it.
  assert.deepEqual(await statesOf(world, reviewed), ['in_review', 'payments_pending']);
});

test('many that are due are ended turn by turn, each once, by two workers at once', async (t) => {
  const { fixture, world, inSandbox } = await enter(t);
  const due: Applicant[] = [];
  for (let i = 0; i < 70; i += 1) due.push(await inSandbox('outcome-needs-information'));
  fixture.clock.pass(30 * day);
  let ended = 0;
  for (let turn = 0; turn < 3; turn += 1) {
    const counts = await Promise.all([expireApplications(world), expireApplications(world)]);
    ended += counts[0] + counts[1];
  }
  assert.equal(ended, due.length);
  for (const applicant of due) assert.equal((await statesOf(world, applicant))[0], 'expired');
});

test('one that cannot be ended is logged and keeps no other', async (t) => {
  const { fixture, world, inSandbox } = await enter(t);
  const [bad, good] = [
    await inSandbox('outcome-needs-information'),
    await inSandbox('outcome-needs-information'),
  ];
  // A history that is ahead of its application: the next move has a number that is taken.
  await fixture.db.query(
    `insert into application_moves
     select business_id, application_id, n + 1, from_state, to_state, actor, reason, moved_at
     from application_moves where business_id = $1 and n = 4`,
    [bad.business.id],
  );
  fixture.clock.pass(30 * day);
  assert.equal(await expireApplications(world), 1);
  assert.equal((await statesOf(world, bad))[0], 'needs_information');
  assert.equal((await statesOf(world, good))[0], 'expired');
  assert.ok(fixture.logged.some((line) => line.includes('application.not_expired')));
});
