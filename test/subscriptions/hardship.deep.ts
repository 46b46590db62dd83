import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { beginDue } from '../../src/invoicing/subscriptions/begin-due.ts';
import { chargeDue } from '../../src/invoicing/subscriptions/charge-due.ts';
import { followPayments } from '../../src/invoicing/subscriptions/follow.ts';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { setEndpoint } from '../../src/notify/webhooks/change-endpoint.ts';
import { fanOut } from '../../src/notify/webhooks/fan-out.ts';
import { type Club, momentOf, openClub, openMember } from './club.ts';
import {
  asksOf,
  linkOf,
  openedLink,
  periodsOf,
  storyOf,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';

async function revoke(club: Club, id: bigint, n: number): Promise<void> {
  const { link } = await openedLink(club.world, (await linkOf(club, id, n))!);
  await revokeLink(club.world, link, 'operator:ann');
}

test('a period whose link is taken back is owed no more, whoever comes upon it first', async (t) => {
  for (const card of ['insufficient_funds', 'lost_card'] as const) {
    const { club, id } = await openMember(t);
    await updateCard(club, (await subscriptionOf(club, id)).token, testCard(card));
    await club.until('2030-02-28 12:00');
    await revoke(club, id, 1);
    await club.until('2030-03-20 12:00');
    assert.equal((await triesOf(club, id)).length, 2, card);
    assert.equal((await periodsOf(club, id))[1]?.state, 'void', card);
    assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due active');
    assert.deepEqual(await club.findings(), []);
  }
});

test('a first period whose link is taken back is the end of it', async (t) => {
  const club = await openClub(t);
  const id = await club.join({}, testCard('insufficient_funds'));
  await revoke(club, id, 0);
  await club.until('2030-01-20 12:00');
  assert.deepEqual(await club.states(), ['incomplete_expired']);
  assert.deepEqual(await club.findings(), []);
});

test('a token that was disabled is not tried: another one is asked for', async (t) => {
  const { club, id } = await openMember(t);
  const { token } = await subscriptionOf(club, id);
  await club.fixture.db.query(`update tokens set state = 'disabled' where token = $1`, [token]);
  await club.until('2030-03-02 12:00');
  assert.equal((await triesOf(club, id)).length, 1);
  assert.deepEqual(await asksOf(club, id), ['new_card, link']);
  const [, period] = await periodsOf(club, id);
  assert.deepEqual([period?.state, period?.tries, period?.lastCode], ['open', 1, 'token_disabled']);
  assert.deepEqual(await club.findings(), []);
});

test('a subscription that cannot begin, be charged or followed holds up no other of its business', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const ids: bigint[] = [];
  for (let i = 0; i < 6; i += 1) ids.push(await club.join({ Amount: `${i + 1}.00` }));
  const [noBegin, noCharge, noFollow, ...good] = ids;
  const { db } = club.fixture;
  // Its customer is gone; the number of its card cannot be read; its history says that it cannot become what it is to.
  await db.query('update subscriptions set customer_id = 999999 where id = $1', [noBegin]);
  const { token } = await subscriptionOf(club, noCharge!);
  await db.query(
    `update vault_records set sealed = set_byte(sealed, 40, (get_byte(sealed, 40) + 1) % 256) where owner = $1`,
    [token],
  );
  await db.query(`update subscriptions set token = $2 where id = $1`, [
    noFollow,
    await club.token(testCard('lost_card')),
  ]);
  await db.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`);
  await db.query(`create trigger fails before update on subscriptions for each row
    when (old.id = ${noFollow} and new.state = 'past_due') execute function fail()`);
  await club.until('2030-02-28 12:00');
  for (const id of good) assert.equal((await triesOf(club, id)).length, 2);
  assert.equal((await periodsOf(club, noBegin!)).length, 1);
  assert.deepEqual((await periodsOf(club, noCharge!))[1]?.state, 'open');
  assert.deepEqual((await periodsOf(club, noFollow!))[1]?.tries, 0);
  for (const line of ['not_begun', 'not_charged', 'not_followed']) {
    assert.ok(
      club.fixture.logged.some((lines) => lines.includes(`subscription.${line}`)),
      line,
    );
  }
  await db.query('drop trigger fails on subscriptions');
  await db.query(
    'update subscriptions set customer_id = (select min(customer_id) from subscriptions)',
  );
  await club.until('2030-02-28 14:00');
  assert.equal((await triesOf(club, noBegin!)).length, 2);
  assert.equal(await storyOf(club, noFollow!), 'scheduled incomplete active past_due');
});

test('however much of one subscription cannot be followed, others are heard, and it is heard in its order afterwards', async (t) => {
  const club = await openClub(t);
  const other = await club.fixture.open();
  const { db } = club.fixture;
  await club.until('2030-01-31 12:00');
  const bad = await club.join();
  const good = await club.join({ Amount: '11.00' });
  await club.until('2030-02-28 08:59');
  // More than are read at once, and older than all others: of a period that is not there.
  await db.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     select $1, ('00000000-0000-6000-8000-' || lpad(n::text, 12, '0'))::uuid, 'payment.captured', 1, $2,
       json_build_object('subscriptionId', $3::text, 'period', 77), '{subscription}'
     from generate_series(1, 501) n`,
    [club.id, club.world.now(), bad],
  );
  await db.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     select business_id, ('00000000-0000-6000-8000-9' || lpad(n::text, 11, '0'))::uuid, kind, 1, happened_at,
       json_build_object('subscriptionId', (1000000 + n)::text, 'period', 0), untold
     from events, generate_series(1, 3) n where business_id = $1 and id = '00000000-0000-6000-8000-000000000001'`,
    [club.id],
  );
  club.fixture.clock.setTo(momentOf(club, '2030-02-28 09:00'));
  await beginDue(club.world);
  await chargeDue(club.world);
  await Promise.all([club.world, other].map((world) => followPayments(world)));
  assert.deepEqual((await periodsOf(club, good))[1]?.state, 'paid');
  // It was charged once, and what that came to is behind what cannot be followed.
  assert.deepEqual((await periodsOf(club, bad))[1]?.state, 'open');
  assert.equal((await triesOf(club, bad)).length, 2);
  const left = await db.query<{ untold: string[] }>(
    `delete from events where business_id = $1 and id < '00000000-0000-7000-8000-000000000000'
     returning untold`,
    [club.id],
  );
  assert.deepEqual(left.length, 504);
  for (const { untold } of left) assert.deepEqual(untold, ['subscription']);
  await club.work();
  assert.deepEqual((await periodsOf(club, bad))[1]?.state, 'paid');
  assert.equal((await triesOf(club, bad)).length, 2);
  assert.deepEqual(await club.findings(), []);
});

test('who follows, who sends mails and who tells webhooks do not get in each other’s way', async (t) => {
  const club = await openClub(t);
  const other = await club.fixture.open();
  await club.until('2030-01-31 12:00');
  const ids: bigint[] = [];
  for (let i = 0; i < 60; i += 1) {
    const id = await club.join({ Amount: `${i + 1}.00` });
    ids.push(id);
    if (i % 3) continue;
    await updateCard(club, (await subscriptionOf(club, id)).token, testCard('lost_card'));
  }
  await club.work();
  const hook = { kind: 'payments', url: 'http://127.0.0.1:9/', credentials: undefined } as const;
  await setEndpoint(club.world, { businessId: club.id, ...hook }, 'operator:ann');
  for (const month of ['02-28', '03-31', '04-30']) {
    club.fixture.clock.setTo(momentOf(club, `2030-${month} 09:00`));
    await beginDue(club.world);
    await Promise.all([
      chargeDue(club.world),
      ...Array.from({ length: 12 }, async (_, i) => {
        const world = i % 2 ? club.world : other;
        for (let n = 0; n < 12; n += 1) {
          await [followPayments, notifyPeople, (one: typeof world) => fanOut(one)][i % 3]!(world);
        }
      }),
    ]);
    await club.work();
  }
  assert.deepEqual(
    club.fixture.logged.filter((lines) => /deadlock|not_followed|not_queued/.test(lines)),
    [],
  );
  const counts = await Promise.all(ids.map(async (id) => (await asksOf(club, id)).length));
  assert.ok(counts.every((count, i) => (i % 3 ? count === 0 : count >= 1)));
  assert.deepEqual(await club.findings(), []);
});
