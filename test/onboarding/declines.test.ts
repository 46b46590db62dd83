import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { activate } from '../../src/parties/applications/activate.ts';
import { resume } from '../../src/parties/applications/resume.ts';
import { decline, withdraw } from '../../src/parties/applications/review.ts';
import { submitApplication } from '../../src/parties/applications/submit.ts';
import { suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { readMoves } from '../../src/parties/businesses/moves.ts';
import { listActs } from '../../src/records/audit-log.ts';
import { makeFixture } from '../fixture.ts';
import { type Applicant, apply, keys, newApplication, statesOf } from './applicant.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const master = (await fixture.addBusiness()).business;
const why = { actor: 'operator', reason: 'Looked at it.' };
const becauseOfCredit = { ...why, outcomeCodes: ['credit_risk'] };
const live = () => apply(world, master, { environment: 'live' });

async function declined(): Promise<Applicant> {
  const applicant = await live();
  await decline(world, ...keys(applicant), becauseOfCredit);
  return applicant;
}

async function another({ business }: Applicant): Promise<Applicant> {
  const application = await world.db.begin((tx) =>
    submitApplication(world, tx, business, newApplication(), 'api:test'),
  );
  return { business, application };
}

test('a business that is resumed goes on waiting for an application that is open', async () => {
  const applicant = await live();
  const { id } = applicant.business;
  await suspendBusiness(world, id, why);
  assert.equal((await resume(world, id, why)).state, 'payments_pending');
});

for (const end of [decline, withdraw]) {
  test(`a business that is resumed after a ${end.name} waits for nothing, and may apply again`, async () => {
    const applicant = await live();
    const { id } = applicant.business;
    await suspendBusiness(world, id, why);
    await end(world, ...keys(applicant), becauseOfCredit);
    assert.equal((await resume(world, id, why)).state, 'messaging_only');
    const again = await another(applicant);
    assert.deepEqual(await statesOf(world, again), ['in_review', 'payments_pending']);
  });
}

test('a declined application keeps its business from being activated by hand', async () => {
  const applicant = await declined();
  const { id } = applicant.business;
  const refused = {
    code: 'wrong_state',
    message: 'The last application of this business was declined.',
  };
  await assert.rejects(activate(world, id, why), refused);
  const again = await another(applicant);
  await withdraw(world, ...keys(again), why);
  await assert.rejects(activate(world, id, why), refused);
  assert.deepEqual(await statesOf(world, applicant), ['declined', 'messaging_only']);
});

test('a decline that the operator passes over is named in both histories', async () => {
  const { business, application } = await declined();
  const { id } = business;
  const activated = await activate(world, id, { ...why, despiteDecline: true });
  assert.equal(activated.state, 'payments_enabled');
  const reason = `Despite the decline of application ${application.id}: Looked at it.`;
  assert.equal((await readMoves(world.db, id)).at(-1)?.reason, reason);
  const [act] = await listActs(world.db, id, 1);
  const despiteDecline = `application:${application.id}`;
  assert.deepEqual(act?.facts, {
    from: 'messaging_only',
    to: 'payments_enabled',
    reason,
    despiteDecline,
  });
});

test('where nothing was declined there is nothing to pass over', async () => {
  const { business } = await fixture.addBusiness({ state: 'messaging_only' });
  await activate(world, business.id, { ...why, despiteDecline: true });
  const [act] = await listActs(world.db, business.id, 1);
  assert.deepEqual(act?.facts, {
    from: 'messaging_only',
    to: 'payments_enabled',
    reason: why.reason,
  });
});

test('an application that is open is not activated by passing over an earlier decline', async () => {
  const again = await another(await declined());
  const activated = activate(world, again.business.id, { ...why, despiteDecline: true });
  await assert.rejects(activated, { code: 'wrong_state' });
  assert.deepEqual(await statesOf(world, again), ['in_review', 'payments_pending']);
});
