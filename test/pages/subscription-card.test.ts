import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { challengeOn, proofOf } from '../risk/proof-of-work.ts';
import { daysOf, periodsOf, storyOf, subscriptionOf, triesOf } from '../subscriptions/member.ts';
import { textOf } from './counter.ts';
import { actsOf, formOn, newCard, openMembership, openPastDue } from './membership.ts';

/* The payer of a subscription gives another card on its page. */

test('another card is charged from the next period on, and nothing now', async (t) => {
  const member = await openMembership(t);
  const { club, id } = member;
  const page = await member.follow(member.giveCard());
  assert.match(textOf(page), /From now on Mastercard ending 4444 is charged/);
  assert.equal((await triesOf(club, id)).length, 1);
  await club.until('2030-02-28 12:00');
  assert.deepEqual(await daysOf(club, id), ['01-31', '02-28']);
  const [, second] = await club.fixture.db.query<{ last4: string }>(
    'select last4 from payments where business_id = $1 order by id',
    [club.id],
  );
  assert.equal(second?.last4, '4444');
  assert.deepEqual(await actsOf(member), [
    'user:ann subscription.address_shown',
    'payer subscription.token_changed',
  ]);
  assert.deepEqual(await club.findings(), []);
});

test('what is owed is said before, charged to the card that is given, once, and the subscription goes on', async (t) => {
  const member = await openPastDue(t);
  const { club, id } = member;
  const before = textOf(await member.get());
  assert.match(
    before,
    /\$10\.00 is owed The charge was declined, and your card or account is not tried again/,
  );
  assert.match(before, /If it is not paid by March 7, 2030, no new period begins/);
  assert.match(
    before,
    /What is owed, \$10\.00, is charged to the card at once, when you press the button/,
  );
  assert.match(before, /Pay \$10\.00 with this card/);
  const answer = await member.giveCard();
  assert.deepEqual(
    [answer.status, answer.headers.get('location')],
    [303, `${member.path}?done=card`],
  );
  const after = textOf(await member.get(`${member.path}?done=card`));
  assert.match(after, /From now on Mastercard ending 4444 is charged/);
  assert.match(after, /Active \$10\.00 is charged on March 31, 2030/);
  await club.work();
  await member.get();
  assert.deepEqual(await triesOf(club, id), [
    '01-31 12:00 1000 captured',
    '02-28 09:00 1000 declined',
    '02-28 12:00 1000 captured',
  ]);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due active');
  assert.deepEqual(await club.findings(), []);
});

test('a form that is sent twice, at once or later, charges once and changes the card once', async (t) => {
  for (const isAtOnce of [true, false]) {
    const member = await openPastDue(t);
    const { club, id } = member;
    const form = formOn(await member.get());
    const send = () => member.post({ ...newCard, form });
    const answers = isAtOnce ? await Promise.all([send(), send()]) : [await send(), await send()];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    );
    await club.work();
    const taken = (await triesOf(club, id)).filter((line) => /captured/.test(line));
    assert.equal(taken.length, 2);
    const changes = (await actsOf(member)).filter((line) => /token_changed/.test(line));
    assert.equal(changes.length, 1);
    assert.deepEqual(await club.findings(), []);
  }
});

test('two tabs with a card each charge what is owed once', async (t) => {
  const member = await openPastDue(t);
  const { club, id } = member;
  await Promise.all([member.giveCard(), member.giveCard({ 'card-number': '4242 4242 4242 4242' })]);
  await club.work();
  const taken = (await triesOf(club, id)).filter((line) => /captured/.test(line));
  assert.equal(taken.length, 2);
  assert.equal((await subscriptionOf(club, id)).state, 'active');
  assert.deepEqual(await club.findings(), []);
});

test('a form that is sent again after another card was given neither puts its card back nor charges it', async (t) => {
  const member = await openPastDue(t);
  const { club, id } = member;
  const form = formOn(await member.get());
  const older = { ...newCard, 'card-number': testCard('insufficient_funds'), form };
  await member.post(older);
  await member.giveCard({ 'card-number': testCard('stolen_card') });
  const { token } = await subscriptionOf(club, id);
  const before = await triesOf(club, id);
  assert.equal(before.length, 4);
  const again = await member.post(older);
  assert.equal(again.status, 303);
  assert.match(
    (await member.follow(Promise.resolve(again))).body,
    /role="alert".*Another card was given since/,
  );
  await club.work();
  assert.equal((await subscriptionOf(club, id)).token, token);
  assert.deepEqual(await triesOf(club, id), before);
  const changed = (await actsOf(member)).filter((line) => /token_changed/.test(line));
  assert.equal(changed.length, 2);
  assert.deepEqual(await club.findings(), []);
});

test('a card that is declined is told with its reason, and the next one pays', async (t) => {
  const member = await openPastDue(t);
  const { club, id } = member;
  const declined = await member.giveCard({ 'card-number': testCard('insufficient_funds') });
  assert.match(declined.headers.get('location')!, /\?try=\d+$/);
  const page = await member.get(declined.headers.get('location')!);
  const text = textOf(page);
  assert.match(text, /The card was declined/);
  assert.match(text, /Nothing was charged\. You can try again, or use another card/);
  assert.match(text, /It is tried again on March 3, 2030/);
  assert.doesNotMatch(page.body, /00009995/);
  await member.follow(member.giveCard());
  assert.equal((await subscriptionOf(club, id)).state, 'active');
  // A payment of somebody else is no try of this page.
  assert.doesNotMatch(textOf(await member.get(`${member.path}?try=1`)), /was declined/);
  assert.deepEqual(await club.findings(), []);
});

test('a form with faults is shown again without the number, and changes nothing', async (t) => {
  const member = await openMembership(t);
  const faulty = await member.giveCard({ 'card-number': '4242 4242 4242 4241', expiry: '01/20' });
  assert.equal(faulty.status, 422);
  const text = textOf(faulty);
  assert.match(text, /Please check 2 things/);
  assert.match(text, /This is not a card number/);
  assert.match(text, /This card has expired/);
  assert.doesNotMatch(faulty.body, /4242 ?4241/);
  assert.match(faulty.body, /value="Ada Park"/);
  const numbered = await member.giveCard({ name: '5555555555554444' });
  assert.equal(numbered.status, 422);
  assert.doesNotMatch(numbered.body, /5555555555554444/);
  assert.deepEqual(await actsOf(member), ['user:ann subscription.address_shown']);
});

test('the same form with another card is not taken for it', async (t) => {
  const member = await openMembership(t);
  const form = formOn(await member.get());
  assert.equal((await member.post({ ...newCard, form })).status, 303);
  const other = await member.post({ ...newCard, 'card-number': '4242424242424242', form });
  assert.match(textOf(other), /This form was sent before/);
  const { club, id } = member;
  assert.match(textOf(await member.get()), /Mastercard ending 4444/);
  assert.equal((await subscriptionOf(club, id)).state, 'active');
});

test('a form of another page, or without a name, changes nothing', async (t) => {
  const member = await openMembership(t);
  const foreign = await member.giveCard({}, { 'Sec-Fetch-Site': 'cross-site' });
  assert.equal(foreign.status, 400);
  for (const form of ['', 'x', 'ä'.repeat(32), 'A'.repeat(32), 'A'.repeat(300)]) {
    assert.equal((await member.post({ ...newCard, form })).status, 303);
  }
  assert.equal((await member.post({ act: 'pay' })).status, 303);
  assert.deepEqual(await actsOf(member), ['user:ann subscription.address_shown']);
});

test('where limits hold, tries are counted as on a pay page, and a proof of work lets one go on', async (t) => {
  const member = await openPastDue(t);
  const { club, id } = member;
  await club.fixture.db.query('update businesses set limits_on = true where business_id = $1', [
    club.id,
  ]);
  const numbers = ['4000000000000002', '4000000000009995', '4000000000000069', '4000000000000127'];
  for (let i = 0; i < 10; i += 1) {
    const { status } = await member.giveCard({ 'card-number': numbers[i % 4]! });
    assert.equal(status, 303);
  }
  const unproved = await member.giveCard();
  assert.equal(unproved.status, 429);
  assert.match(textOf(unproved), /your browser first has to do a small computation/);
  const tried = (await triesOf(club, id)).length;
  const challenge = challengeOn(await member.get())!;
  await member.giveCard({ proof: proofOf(challenge) });
  assert.equal((await triesOf(club, id)).length, tried + 1);
  assert.equal((await subscriptionOf(club, id)).state, 'active');
});

test('a page takes twenty cards, and then one a minute', async (t) => {
  const member = await openMembership(t);
  const { club } = member;
  await club.fixture.db.query('update businesses set limits_on = true where business_id = $1', [
    club.id,
  ]);
  for (let i = 0; i < 20; i += 1) assert.equal((await member.giveCard()).status, 303);
  assert.equal((await member.giveCard()).status, 429);
  club.fixture.clock.pass(60_000);
  assert.equal((await member.giveCard()).status, 303);
});

test('several periods that are owed are named together, and charged with one card', async (t) => {
  const member = await openPastDue(t);
  const { club, id } = member;
  await club.until('2030-04-01 12:00');
  const owed = (await periodsOf(club, id)).filter(({ state }) => state !== 'paid');
  assert.match(
    textOf(await member.get()),
    /\$10\.00 is owed No new period begins until it is paid/,
  );
  assert.equal(owed.length, 1);
  await member.giveCard();
  assert.equal((await subscriptionOf(club, id)).state, 'active');
  assert.match(textOf(await member.get()), /Active/);
  assert.deepEqual(await club.findings(), []);
});
