import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { activate } from '../../src/parties/applications/activate.ts';
import {
  answer,
  approve,
  decline,
  escalate,
  request,
  withdraw,
} from '../../src/parties/applications/review.ts';
import { sandboxMarkers } from '../../src/parties/applications/sandbox-markers.ts';
import { listApplications } from '../../src/parties/applications/store.ts';
import { submitApplication } from '../../src/parties/applications/submit.ts';
import type { BusinessState } from '../../src/parties/businesses/business.ts';
import { moveBusiness } from '../../src/parties/businesses/moves.ts';
import { makeFixture } from '../fixture.ts';
import { apply, keys, newApplication, statesOf } from './applicant.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const master = (await fixture.addBusiness()).business;
const decision = { actor: 'operator', reason: 'Looked at it.' };

const inSandbox = (marker: string) =>
  apply(world, master, { details: { BusinessLegalName: `Park Flowers ${marker}` } });
const live = () => apply(world, master, { environment: 'live' });

const businessStates: Readonly<Record<string, BusinessState>> = {
  active: 'payments_enabled',
  declined: 'messaging_only',
  withdrawn: 'messaging_only',
  expired: 'messaging_only',
};

for (const { word, ends } of sandboxMarkers) {
  test(`${word} makes it ${ends}, in the name and in the address`, async () => {
    const cases = [
      { details: { BusinessLegalName: `Park Flowers ${word.toUpperCase()}, Inc.` } },
      { email: `ann+${word}@example.com` },
    ];
    for (const options of cases) {
      const applicant = await apply(world, master, options);
      assert.equal(applicant.application.state, ends);
      assert.deepEqual(await statesOf(world, applicant), [
        ends,
        businessStates[ends] ?? 'payments_pending',
      ]);
    }
  });
}

test('every state in which an application can rest is forced by a marker', () => {
  const forced = new Set<string>(sandboxMarkers.map(({ ends }) => ends));
  const resting = ['in_review', 'needs_information', 'enhanced_review', 'provisioning'];
  const ends = ['active', 'declined', 'withdrawn', 'expired'];
  assert.deepEqual([...forced].sort(), [...resting, ...ends].sort());
});

for (const [state, ...names] of [
  ['active', '', 'myoutcome-declined', 'outcome declined'],
  ['declined', 'outcome-declined-2', 'outcome-declined-llc', 'OUTCOME-DECLINED2'],
  ['declined', 'an outcome-outcome-declined', 'outcome-perfect outcome-declined'],
  ['in_review', 'outcome-perfect', 'outcome-', 'outcome-approve'],
  ['in_review', 'outcome-in-review outcome-declined'],
] as const) {
  test(`an application of the sandbox is ${state} with the names ${names.join(', ')}`, async () => {
    for (const name of names) {
      assert.equal((await inSandbox(name)).application.state, state, name);
    }
  });
}

test('a marker means nothing outside the sandbox', async () => {
  const options = { environment: 'live', email: 'ann+outcome-declined@example.com' } as const;
  assert.equal((await apply(world, master, options)).application.state, 'in_review');
});

test('every move is an event for mails, and for webhooks once there are some', async () => {
  const applicant = await inSandbox('outcome-in-review');
  await fixture.db.query(
    `insert into webhook_endpoints (business_id, kind, url, created_at)
     values ($1, 'payments', 'https://example.com/', $2)`,
    [applicant.business.id, world.now()],
  );
  await approve(world, ...keys(applicant), decision);

  const path = ['submitted', 'screening', 'in_review', 'approved', 'provisioning', 'active'];
  const events = await fixture.db.query<{
    kind: string;
    data: { email: string };
    untold: string[];
  }>(
    'select kind, data, untold from events where business_id = $1 and object_id = $2 order by id',
    [...keys(applicant)],
  );
  assert.deepEqual(
    events.map(({ kind }) => kind),
    path.map((state) => `application.${state}`),
  );
  // Webhooks hear of it from when there are some on.
  for (const [i, { data, untold }] of events.entries()) {
    const heardBy = i < 3 ? ['email'] : ['webhook', 'email'];
    assert.deepEqual([data.email, untold], ['ann@example.com', heardBy], `event ${i}`);
  }
});

test('outside the sandbox an approved business waits for its gateway and the operator', async () => {
  const applicant = await live();
  assert.deepEqual(await statesOf(world, applicant), ['in_review', 'payments_pending']);
  await approve(world, ...keys(applicant), decision);
  assert.deepEqual(await statesOf(world, applicant), ['provisioning', 'payments_pending']);
  const business = await activate(world, applicant.business.id, decision);
  assert.equal(business.state, 'payments_enabled');
  assert.deepEqual(await statesOf(world, applicant), ['active', 'payments_enabled']);
});

test('a business without an application is activated by hand, once', async () => {
  const { business } = await fixture.addBusiness({ state: 'messaging_only' });
  assert.equal((await activate(world, business.id, decision)).state, 'payments_enabled');
  await assert.rejects(activate(world, business.id, decision), { code: 'wrong_state' });
  await assert.rejects(activate(world, 1n, decision), { code: 'unknown_business' });
});

test('what is asked for is told by its codes, and forgotten with the answer', async () => {
  const applicant = await live();
  const requirements = ['website', 'bank_account'];
  const asked = await request(world, ...keys(applicant), { ...decision, requirements });
  assert.deepEqual([asked.state, asked.requirements], ['needs_information', requirements]);
  const details = { URL: 'park.example' };
  const answered = await answer(world, ...keys(applicant), { ...decision, details });
  assert.deepEqual([answered.state, answered.requirements], ['in_review', []]);
  assert.deepEqual(answered.details, { ...applicant.application.details, ...details });
  assert.equal(answered.expiresAt, undefined);
});

test('who was looked at more closely goes on to be after an answer', async () => {
  const applicant = await live();
  await escalate(world, ...keys(applicant), decision);
  await request(world, ...keys(applicant), { ...decision, requirements: ['ownership'] });
  assert.equal((await answer(world, ...keys(applicant), decision)).state, 'enhanced_review');
});

test('a decline says why, and the business may ask again', async () => {
  const applicant = await live();
  const outcomeCodes = ['credit_risk', 'untrue'];
  const declined = await decline(world, ...keys(applicant), { ...decision, outcomeCodes });
  assert.deepEqual(declined.outcomeCodes, outcomeCodes);
  assert.deepEqual(await statesOf(world, applicant), ['declined', 'messaging_only']);
  const again = await world.db.begin((tx) =>
    submitApplication(world, tx, applicant.business, newApplication(), 'api:test'),
  );
  assert.equal(again.state, 'in_review');
});

test('codes that are not known are refused with those that are', async () => {
  const applicant = await live();
  for (const requirements of [[], ['website', 'credit_risk'], ['constructor']]) {
    await assert.rejects(request(world, ...keys(applicant), { ...decision, requirements }), {
      code: 'wrong_fields',
      message: /^requirements must be one or more of .*website/,
    });
  }
  for (const outcomeCodes of [[], ['website']]) {
    await assert.rejects(decline(world, ...keys(applicant), { ...decision, outcomeCodes }), {
      code: 'wrong_fields',
      message: /^outcomeCodes must be one or more of .*credit_risk/,
    });
  }
  assert.deepEqual(await statesOf(world, applicant), ['in_review', 'payments_pending']);
});

test('a move needs a reason that can be kept', async () => {
  const applicant = await live();
  for (const reason of [' ', 'a\0b', 'x'.repeat(501)]) {
    const wrong = { actor: 'operator', reason };
    await assert.rejects(withdraw(world, ...keys(applicant), wrong), { code: 'wrong_fields' });
  }
});

test('an application that is not there is not found', async () => {
  const { business, application } = await live();
  const { id } = application;
  for (const key of [[business.id, id + 1n] as const, [master.id, id] as const]) {
    await assert.rejects(approve(world, ...key, decision), { code: 'unknown_application' });
  }
});

test('of two reviewers at once one decides', async () => {
  for (let round = 0; round < 5; round += 1) {
    const applicant = await live();
    const { version } = applicant.application;
    const seen = { ...decision, version };
    const ends = await Promise.allSettled([
      request(world, ...keys(applicant), { ...seen, requirements: ['website'] }),
      decline(world, ...keys(applicant), { ...seen, outcomeCodes: ['untrue'] }),
      approve(world, ...keys(applicant), seen),
      withdraw(world, ...keys(applicant), seen),
    ]);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    assert.deepEqual(refused, Array(3).fill('wrong_state'));
    const won = ends.find((end) => end.status === 'fulfilled');
    assert.equal((await statesOf(world, applicant))[0], won?.value.state);
  }
});

test('a suspended business is never activated, and may withdraw', async () => {
  const applicant = await inSandbox('outcome-in-review');
  const { id } = applicant.business;
  const move = { to: 'suspended', actor: 'operator', reason: 'x', at: world.now() } as const;
  await world.db.begin((tx) => moveBusiness(tx, id, 'payments_pending', move));
  await assert.rejects(approve(world, ...keys(applicant), decision), { code: 'wrong_state' });
  await assert.rejects(activate(world, id, decision), { code: 'wrong_state' });
  assert.deepEqual(await statesOf(world, applicant), ['in_review', 'suspended']);
  await withdraw(world, ...keys(applicant), decision);
  assert.deepEqual(await statesOf(world, applicant), ['withdrawn', 'suspended']);
});

test('lists are of the states asked for, the newest first', async () => {
  const { business } = await live();
  const states = ['in_review'] as const;
  const [only, ...others] = await listApplications(world.db, { businessId: business.id, limit: 9 });
  assert.deepEqual([only?.businessId, others], [business.id, []]);
  const listed = await listApplications(world.db, { states, limit: 100 });
  assert.ok(listed.length > 2 && listed.every(({ state }) => state === 'in_review'));
  const times = listed.map(({ createdAt }) => createdAt.getTime());
  const sorted = times.toSorted((a, b) => b - a);
  assert.deepEqual(times, sorted);
});
