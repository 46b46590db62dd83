import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announceDue } from '../../src/invoicing/subscriptions/announce.ts';
import {
  cancelAtEnd,
  cancelSubscription,
  changeToken,
  pauseSubscription,
} from '../../src/invoicing/subscriptions/change.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { wordsOf } from '../../src/notify/mail/compose.ts';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { type Club, goodCard, momentOf, openClub } from './club.ts';
import { makePlan, requestOn, toldOf } from './member.ts';

/* Announcements that wait to be sent while their charge is called off. */

const trial = /Your trial (?:at Test )?ends/;
const expires = /card.* expires/;

const all = ['mail trial', 'mail card', 'text trial', 'text card'];

const changes: Readonly<
  Record<string, readonly [change: (club: Club, id: bigint) => Promise<unknown>, left: string[]]>
> = {
  nothing: [async () => {}, all],
  canceled: [async (club, id) => cancelSubscription(club.world, await requestOn(club, id)), []],
  // It may be kept, or resumed, and is not announced again.
  'to end': [async (club, id) => cancelAtEnd(club.world, await requestOn(club, id), true), all],
  paused: [async (club, id) => pauseSubscription(club.world, await requestOn(club, id)), all],
  'another card': [
    async (club, id) =>
      changeToken(club.world, await requestOn(club, id), await club.token('5555555555554444')),
    ['mail trial', 'text trial'],
  ],
};

for (const [what, [change, left]] of Object.entries(changes)) {
  test(`a trial and a card whose announcements wait, and then: ${what}`, async (t) => {
    const club = await openClub(t);
    await makePlan(club, { trialDays: 14 });
    await club.until('2034-12-20 12:00');
    const CardToken = await club.token(goodCard, { ExpirationYear: '34' });
    const id = await club.join({ CardToken, PlanCode: 'plan' });
    await club.until('2034-12-31 08:59');
    club.fixture.clock.setTo(momentOf(club, '2034-12-31 09:00'));
    await announceDue(club.world);
    await notifyPeople(club.world); // Queued, not sent.
    assert.equal((await toldOf(club, id)).length, 2);
    await change(club, id);
    await club.work();
    assert.deepEqual(await announced(club), left);
  });
}

test('an announcement that was sent keeps its words after the end', async (t) => {
  const club = await openClub(t);
  await makePlan(club, { trialDays: 14 });
  await club.until('2030-02-01 12:00');
  const id = await club.join({ PlanCode: 'plan' });
  await club.until('2030-02-12 12:00');
  await cancelSubscription(club.world, await requestOn(club, id));
  const [mail] = await club.fixture.db.query<{ id: bigint }>(
    `select id from mails where business_id = $1 and kind = 'subscription.trial_will_end'`,
    [club.id],
  );
  assert.match((await wordsOf(club.world, club.id, mail!.id))?.subject ?? '', trial);
});

/** What was sent of them, as the sandbox shows it. */
async function announced({ fixture, id }: Club): Promise<string[]> {
  const all = (await readInbox(fixture.db, id, { most: 100 })).toReversed();
  const lines = all.flatMap(({ channel, subject, body }) => {
    const said = subject ?? body;
    if (trial.test(said)) return [`${channel} trial`];
    return expires.test(said) ? [`${channel} card`] : [];
  });
  return lines.toSorted((one, other) => one.slice(0, 4).localeCompare(other.slice(0, 4)));
}
