import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { beginDigests, mailDigest } from '../../src/notify/mail/mail-account-team.ts';
import type { Mail, Sent } from '../../src/ports/carriers/carrier.ts';
import type { JobPayloads } from '../../src/runtime/jobs.ts';
import { scheduleRecurring } from '../../src/worker/schedule.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { client, type Fields, openDoor } from '../caller.ts';
import { life } from '../crash-world.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { apply } from '../onboarding/applicant.ts';
import { merchantFields } from '../onboarding/fields.ts';
import { atEnd } from '../scope.ts';

/** What the account team of the operator hears of, and how. */
const team = 'team@operator.example';
const fixture = await makeFixture({ after }, { settings: { ACCOUNT_TEAM_EMAIL: team } });
const world = await fixture.open();
const { baseUrl, close } = await openDoor(world);
atEnd({ after }, close);
const plain = {
  FirstName: 'Ann',
  LastName: 'Lee',
  Email: 'ann@example.com',
  Phone: '6175550123',
  BusinessLegalName: 'Park Flowers LLC',
  URL: 'flowers.example',
  EIN: '12-3456789',
};

test('a shorter interval holds from the next start on', async (t) => {
  const own = await makeFixture(t);
  const first = await own.open();
  const nextAt = async () => {
    const [job] = await own.db.query<{ run_at: Date }>(
      `select run_at from jobs where kind = 'account_team.tell'`,
    );
    return (job!.run_at.getTime() - own.clock.now().getTime()) / 60_000;
  };
  const startWith = async (accountTeamMinutes: number) => {
    await scheduleRecurring({ ...first, config: { ...first.config, accountTeamMinutes } });
    return await nextAt();
  };
  assert.equal(await startWith(60), 0, 'at once, the first time');
  await own.db.query(`update jobs set run_at = run_at + interval '1 hour'`);
  assert.equal(await startWith(5), 5);
  assert.equal(await startWith(60), 5, 'a longer one holds after that');
});

test('a hundred applications of live businesses and those that were referred are one mail', async () => {
  const master = await fixture.addBusiness({ environment: 'live' });
  const byCall = await call(master, 'CreateNewMerchantAccount', {
    ...merchantFields,
    ReferralId: 'Agent 7',
  });
  const referred = await call(master, 'CreateNewBusiness', { ...plain, ReferralID: 'Acme' });
  await call(master, 'CreateNewBusiness', plain);
  const applying = () => apply(world, master.business, { environment: 'live' });
  await Promise.all(Array.from({ length: 100 }, applying));

  const { mails, own } = listening();
  await tell(own);
  const [mail, ...more] = mails;
  assert.equal(more.length, 0);
  assert.equal(mail!.to, team);
  assert.equal(mail!.subject, '102 new items for the account team');
  assert.match(mail!.messageId, /^<account-team\.[0-9a-f-]{36}@/);
  const site = byCall.Data.SalesSiteID;
  assert.match(
    mail!.text,
    new RegExp(`^Application ${site}/\\d+: .*, in review, referred by Agent 7, `, 'm'),
  );
  const plainOne = `Business ${referred.Data.SalesSiteID}: Park Flowers LLC, made without an application, referred by Acme, `;
  assert.ok(mail!.text.includes(plainOne), mail!.text);
  assert.match(mail!.text, /And 2 more, which are not listed here\./);
  assert.ok(mail!.html.includes('referred by Agent 7'));
  await tell(own);
  assert.equal(mails.length, 1, 'nothing is told twice');
});

test('what is not taken is sent again under the same Message-ID, and what came meanwhile under its own', async () => {
  const master = await fixture.addBusiness({ environment: 'live' });
  await apply(world, master.business, { environment: 'live' });
  const { mails, own, answer } = listening();
  for (const outcome of ['not_sent', 'unknown', 'refused'] as const) {
    answer({ outcome, code: 'no_answer' });
    await tell(own);
  }
  assert.ok(fixture.logged.some((line) => line.includes('account_team.not_told')));
  await apply(world, master.business, { environment: 'live' });
  answer({ outcome: 'accepted', carrierId: 'x' });
  await tell(own);
  const [first, ...others] = mails;
  const again = others.filter(({ messageId }) => messageId === first!.messageId);
  assert.deepEqual(
    again.map(({ text }) => text),
    Array(3).fill(first!.text),
  );
  assert.equal(others.length, 4);
  await tell(own);
  assert.equal(mails.length, 5);
});

test('without a mail server for live nothing is lost: it is told when there is one', async () => {
  const master = await fixture.addBusiness({ environment: 'live' });
  await apply(world, master.business, { environment: 'live' });
  assert.equal(world.carriers.mails.live, undefined);
  await tell(world);
  const { mails, own } = listening();
  await tell(own);
  assert.equal(mails.length, 1);
  assert.equal(mails[0]!.subject, '1 new item for the account team');
});

test('the sandbox tells on request, into the inbox of the new business, by the worker within 15 minutes', async () => {
  const master = await fixture.addBusiness();
  const quiet = await call(master, 'CreateNewMerchantAccount', merchantFields);
  const quietToo = await call(master, 'CreateNewBusiness', { ...plain, ReferralID: 'Acme' });
  const Email = 'ann+Tell-Account-Team@example.com';
  const asked = await call(master, 'CreateNewMerchantAccount', { ...merchantFields, Email });
  const name = 'Park Flowers tell-account-team outcome-in-review';
  const waits = await call(master, 'CreateNewMerchantAccount', {
    ...merchantFields,
    BusinessLegalName: name,
  });
  const referred = await call(master, 'CreateNewBusiness', { ...plain, Email, ReferralID: 'Acme' });

  await scheduleRecurring(world);
  fixture.clock.pass(15 * 60_000);
  while ((await workOnce(world)) > 0);
  for (const { Data } of [quiet, quietToo]) assert.deepEqual(await heardOf(Data.SalesSiteID), []);
  for (const [{ Data }, words] of [
    [asked, /, active, /],
    [waits, /, in review, /],
    [referred, /made without an application, referred by Acme, /],
  ] as const) {
    const [mail, ...more] = await heardOf(Data.SalesSiteID);
    assert.equal(more.length, 0);
    assert.equal(mail!.subject, '[TEST] 1 new item for the account team');
    assert.match(mail!.body, words);
  }
});

test('without an address the inbox of the sandbox gets it all the same', async (t) => {
  const other = await makeFixture(t);
  const inside = await other.open();
  const master = (await other.addBusiness()).business;
  const { business } = await apply(inside, master, { email: 'a+tell-account-team@example.com' });
  await tell(inside, other);
  const mails = await readInbox(other.db, business.id, { most: 9 });
  assert.deepEqual(
    mails.filter(({ recipient }) => recipient === 'account-team@example.com').length,
    1,
  );
});

test('whenever the worker dies, everything is told, and what comes twice is the same mail', async (t) => {
  await tellThroughDeaths(t, (sane) => sane);
});

test('a build that does not see that a digest was sent is noticed', async (t) => {
  const blind = (sane: World): World => {
    const { db } = sane;
    const without = (text: string) => text.replace('n.told_at as', 'null::timestamptz as');
    return { ...sane, db: { ...db, query: (text, values) => db.query(without(text), values) } };
  };
  await assert.rejects(tellThroughDeaths(t, blind), /came twice/);
});

/** Three businesses have news each time, and each time the worker dies a moment later. */
async function tellThroughDeaths(t: TestContext, build: (sane: World) => World): Promise<void> {
  const settings = { ACCOUNT_TEAM_EMAIL: team };
  const own = await makeFixture(t, { settings });
  const calm = listening(build(await own.open()));
  const { business: master } = await own.addBusiness({ environment: 'live' });
  let deaths = 0;
  let doubled = 0;
  for (let died = true; died; deaths += died ? 1 : 0) {
    const sites: bigint[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { business } = await apply(calm.own, master, { environment: 'live' });
      sites.push(business.id);
    }
    await beginDigests(calm.own);
    const span = life(deaths + 1);
    const dying = listening(build(await own.open({ atMoment: span.atMoment })));
    const [job] = await own.db.query<{ key: string; payload: JobPayloads['account_team.mail'] }>(
      `select key, payload from jobs where kind = 'account_team.mail'`,
    );
    span.begin();
    await mailDigest(dying.own, job!.key, job!.payload).catch((error) => {
      assert.ok(span.isOver, String(error));
    });
    died = span.isOver;
    const before = calm.mails.length;
    await tell(calm.own, own);
    const mails = [...dying.mails, ...calm.mails.slice(before)];
    const texts = new Map(mails.map(({ messageId, text }) => [messageId, text]));
    for (const { text, messageId } of mails) assert.equal(text, texts.get(messageId));
    for (const site of sites) {
      const told = [...texts.values()].filter((text) => text.includes(`Application ${site}/`));
      assert.equal(told.length, 1);
    }
    doubled += mails.length - texts.size;
    assert.deepEqual(await own.db.query('select from account_news where told_at is null'), []);
  }
  assert.ok(deaths > 1, `only ${deaths} deaths`);
  assert.ok(doubled > 0 && doubled < deaths / 2, `${doubled} came twice`);
}

/** As the worker does it, a quarter of an hour after the last time. */
async function tell(own: World, { clock }: Fixture = fixture): Promise<void> {
  clock.pass(15 * 60_000);
  await beginDigests(own);
  while ((await workOnce(own)) > 0);
}

async function heardOf(site: number) {
  const all = await readInbox(fixture.db, BigInt(site), { most: 99 });
  return all.filter(({ recipient }) => recipient === team);
}

/** The world with a mail server for live, which answers as it is told to, and what it was sent for the team. */
function listening(one = world) {
  const mails: Mail[] = [];
  let answers: Sent = { outcome: 'accepted', carrierId: undefined };
  const live = {
    name: 'smtp',
    async send(mail: Mail) {
      if (mail.to === team) mails.push(mail);
      return answers;
    },
  };
  const carriers = { ...one.carriers, mails: { ...one.carriers.mails, live } };
  const own: World = { ...one, carriers };
  return {
    mails,
    own,
    answer(next: Sent) {
      answers = next;
    },
  };
}

async function call(caller: Caller, operation: string, fields: Fields) {
  const { call: send, close: hangUp } = client(baseUrl, caller);
  const { body } = await send(operation, fields);
  hangUp();
  const said = JSON.parse(body);
  assert.equal(said.IsSuccess, true, body);
  return said;
}
