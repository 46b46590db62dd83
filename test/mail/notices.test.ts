import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type InboxItem, readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { listMails } from '../../src/notify/mail/store.ts';
import { lockEndpoint, saveEndpoint } from '../../src/notify/webhooks/endpoint-store.ts';
import { disable } from '../../src/notify/webhooks/health.ts';
import { decline, request } from '../../src/parties/applications/review.ts';
import { makeFixture } from '../fixture.ts';
import { apply, keys } from '../onboarding/applicant.ts';
import { openDesk, workOff } from './desk.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const master = (await fixture.addBusiness()).business;

test('a webhook that was disabled is told to the contact, with where, why and since when', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.profile({ contact: 'ann@flowers.example' });
  const key = { businessId: desk.id, kind: 'payments' } as const;
  const url = 'https://hooks.example.com/?a=1&b=<2>';
  await world.db.begin(async (tx) => {
    await saveEndpoint(tx, { ...key, url, username: undefined }, world.now());
    const endpoint = await lockEndpoint(tx, key);
    const failingSince = new Date('2030-01-10T20:00:00Z');
    await disable(world, tx, { ...endpoint!, failingSince }, 'no success for five days');
  });
  await desk.work();
  const [mail] = await desk.mails();
  assert.equal(mail!.recipient, 'ann@flowers.example');
  assert.equal(mail!.sender, 'Quittance <no-reply@quittance.local>');
  assert.equal(mail!.subject, '[TEST] Your payments webhook was disabled');
  assert.ok(mail!.body.includes(`Address: ${url}\nReason: no success for five days`));
  assert.match(mail!.body, /^Failing since: January 10, 2030 at 3:00 PM EST$/m);
  assert.ok(mail!.html!.includes('?a=1&amp;b=&lt;2&gt;'));
  assert.deepEqual(mail!.attachments, []);
});

test('a business without a contact is written nothing, and its events are not looked at again', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const key = { businessId: desk.id, kind: 'payments' } as const;
  await world.db.begin(async (tx) => {
    await saveEndpoint(
      tx,
      { ...key, url: 'https://x.example.com/', username: undefined },
      world.now(),
    );
    await disable(world, tx, (await lockEndpoint(tx, key))!, 'answered 410 Gone');
  });
  await desk.work();
  assert.deepEqual(await desk.rows(), []);
  const left = await fixture.db.query(
    `select id from events where business_id = $1 and 'email' = any (untold)`,
    [desk.id],
  );
  assert.deepEqual(left, []);
});

test('an applicant hears of every step but those that are taken within moments of another', async () => {
  const { business } = await apply(world, master, { email: 'ann@example.com' });
  await workOff(world);
  const mails = await arrived(business.id);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [
      '[TEST] Application received: Test',
      '[TEST] Application approved: Test',
      '[TEST] You can take payments: Test',
    ].map((subject) => subject.replace('Test', business.name)),
  );
  for (const { recipient } of mails) assert.equal(recipient, 'ann@example.com');
});

test('what happens to an application at one moment is told in its order, whatever the names of its events', async () => {
  let left = 1000;
  const backwards = {
    ...world,
    uuid() {
      left -= 1;
      return `00000000-0000-7000-9000-${String(left).padStart(12, '0')}`;
    },
  };
  const { business } = await apply(backwards, master, { email: 'ann@example.com' });
  await workOff(world);
  const titles = ['Application received', 'Application approved', 'You can take payments'];
  const said = (await arrived(business.id)).map(({ subject }) => subject!.split(/[\]:] ?/)[1]);
  assert.deepEqual(said, titles);
  const listed = await listMails(fixture.db, business.id, { limit: 10 });
  assert.deepEqual(
    listed.map(({ kind }) => kind),
    ['application.active', 'application.approved', 'application.submitted'],
  );
});

test('what is asked for, and why it was declined, is said in sentences', async () => {
  const applicant = await apply(world, master, { email: 'ann+outcome-in-review@example.com' });
  const decision = { actor: 'operator', reason: 'Between us.' };
  await request(world, ...keys(applicant), { ...decision, requirements: ['website', 'owner_ssn'] });
  await workOff(world);
  const asked = (await arrived(applicant.business.id)).at(-1)!;
  assert.match(asked.subject!, /We need to know more/);
  assert.match(asked.body, /^• A working web address that shows what is sold/m);
  assert.match(asked.body, /^• The social security number of the owner\.$/m);
  assert.match(asked.body, /^Until: February 14, 2030 at 10:00 AM EST$/m);
  await decline(world, ...keys(applicant), { ...decision, outcomeCodes: ['credit_risk'] });
  await workOff(world);
  const declined = (await arrived(applicant.business.id)).at(-1)!;
  assert.match(declined.body, /^• The risk of the payments is too high\.$/m);
  for (const { body } of [asked, declined]) assert.ok(!body.includes('Between us'));
});

async function arrived(businessId: bigint): Promise<InboxItem[]> {
  return (await readInbox(fixture.db, businessId, { most: 100 })).toReversed();
}
