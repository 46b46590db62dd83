import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { cancelAtEnd, pauseSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { replacePayerAddress } from '../../src/invoicing/subscriptions/payer-page.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import {
  daysOf,
  periodsOf,
  requestOn,
  subscriptionOf,
  updateCard,
} from '../subscriptions/member.ts';
import { textOf } from './counter.ts';
import { actsOf, formOn, newCard, openMembership, visitsOf } from './membership.ts';

/* What the payer of a subscription sees on its page, its end, and its address. */

const why = { actor: 'operator', reason: 'a test' };

test('the payer sees what is charged, how much, when next, to which card, and the receipts', async (t) => {
  const member = await openMembership(t);
  const page = await member.get();
  assert.equal(page.status, 200);
  const text = textOf(page);
  assert.match(text, /Your subscription at Test Active \$10\.00 is charged on February 28, 2030\./);
  assert.match(text, /Price \$10\.00 every month Next charge \$10\.00 on February 28, 2030/);
  assert.match(text, /Charged to Visa ending 4242, expires 12\/44/);
  assert.match(text, /Jan 31, 2030 – Feb 28, 2030 Paid · Receipt \$10\.00/);
  assert.match(
    text,
    /Nothing is charged now\. From the next charge on Test charges \$10\.00 every month to it/,
  );
  assert.match(text, /To cancel, or for anything else, please ask Test/);
  assert.doesNotMatch(page.body, /Cancel subscription/);
  const receipt = await member.get(`${member.path}/receipt-1.pdf`);
  assert.deepEqual([receipt.status, receipt.headers.get('content-type')], [200, 'application/pdf']);
  for (const other of ['receipt-2.pdf', 'receipt-0.pdf', 'receipt.pdf', 'x']) {
    assert.equal((await member.get(`${member.path}/${other}`)).status, 404, other);
  }
});

test('a payer cancels at the end of the period where the business allows it, and may keep it until then', async (t) => {
  const member = await openMembership(t, { terms: { payerCancels: true } });
  const { club, id } = member;
  assert.match((await member.get()).body, /href="[^"]*\?end">Cancel subscription/);
  const asked = await member.get(`${member.path}?end`);
  assert.match(textOf(asked), /It runs until February 28, 2030\. Until then nothing changes\./);
  assert.match(textOf(asked), /The charge of \$10\.00 on February 28, 2030 is not made/);
  const until = /name="until" value="([^"]+)"/.exec(asked.body)![1]!;
  const other = await member.post({ act: 'end', until: '2031-01-01T00:00:00.000Z' });
  assert.equal(other.headers.get('location'), `${member.path}?end`);
  for (let i = 0; i < 2; i += 1) await member.post({ act: 'end', until });
  const ending = textOf(await member.get());
  assert.match(ending, /It runs until February 28, 2030 Then it ends, and nothing more is charged/);
  assert.match(ending, /You canceled it\. Until February 28, 2030 you can change your mind/);
  const kept = await member.follow(member.post({ act: 'keep' }));
  assert.match(textOf(kept), /Your subscription goes on\./);
  assert.equal((await subscriptionOf(club, id)).cancelsAtEnd, false);
  await member.post({ act: 'end', until });
  await club.until('2030-03-05 12:00');
  const over = textOf(await member.get());
  assert.match(over, /It ended on February 28, 2030 Nothing more is charged/);
  assert.doesNotMatch(over, /Use another card|Cancel subscription/);
  assert.equal((await member.post({ act: 'keep' })).status, 303);
  assert.equal((await subscriptionOf(club, id)).state, 'canceled');
  assert.deepEqual(await daysOf(club, id), ['01-31']);
  assert.deepEqual(await actsOf(member), [
    'user:ann subscription.address_shown',
    'payer subscription.ends_with_period',
    'payer subscription.goes_on',
    'payer subscription.ends_with_period',
  ]);
});

test('what is owed is to be paid until the end of a subscription, as the page says before, and not after it', async (t) => {
  const member = await openMembership(t, { terms: { payerCancels: true } });
  const { club, id } = member;
  await updateCard(club, (await subscriptionOf(club, id)).token, testCard('lost_card'));
  await club.until('2030-02-28 12:00');
  const asked = await member.get(`${member.path}?end`);
  assert.match(textOf(asked), /What is owed, \$10\.00, stays to be paid until March 31, 2030\./);
  const until = /name="until" value="([^"]+)"/.exec(asked.body)![1]!;
  await member.post({ act: 'end', until });
  // It was given up on March 7.
  await club.until('2030-03-10 12:00');
  const unpaid = textOf(await member.get());
  assert.match(unpaid, /\$10\.00 is owed .* It runs until March 31, 2030\./);
  assert.match(unpaid, /Until March 31, 2030 you can change your mind/);
  await club.until('2030-03-31 09:00');
  assert.match(textOf(await member.get()), /It ended on March 31, 2030 Nothing more is charged/);
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state }) => state),
    ['paid', 'void'],
  );
});

test('nobody cancels where the business does not allow it, or keeps what the business canceled', async (t) => {
  const member = await openMembership(t);
  const { club, id } = member;
  const { dueAt } = await subscriptionOf(club, id);
  assert.match(textOf(await member.get(`${member.path}?end`)), /Active/);
  await member.post({ act: 'end', until: dueAt!.toISOString() });
  assert.equal((await subscriptionOf(club, id)).cancelsAtEnd, false);
  const allowed = await openMembership(t, { terms: { payerCancels: true } });
  await cancelAtEnd(allowed.club.world, await requestOn(allowed.club, allowed.id), true);
  assert.doesNotMatch(textOf(await allowed.get()), /Keep my subscription/);
  await allowed.post({ act: 'keep' });
  assert.equal((await subscriptionOf(allowed.club, allowed.id)).cancelsAtEnd, true);
});

test('a paused subscription says so, and one whose business is suspended takes no card', async (t) => {
  const member = await openMembership(t);
  const { club, id } = member;
  await pauseSubscription(club.world, await requestOn(club, id));
  assert.match(textOf(await member.get()), /Paused Nothing is charged while it is paused\./);
  const form = formOn(await member.get());
  await suspendBusiness(club.world, club.id, why);
  const suspended = await member.get();
  assert.match(textOf(suspended), /A card cannot be given here at the moment/);
  assert.equal((await member.post({ ...newCard, form })).status, 303);
  await closeBusiness(club.world, club.id, why);
  const closed = await member.get();
  assert.equal(closed.status, 403);
  assert.doesNotMatch(textOf(closed), /\$|4242/);
  assert.ok(!(await actsOf(member)).some((act) => act.startsWith('payer')));
});

test('an address that was replaced leads nowhere, as one that is guessed, and previews show nothing', async (t) => {
  const member = await openMembership(t);
  const { club, id } = member;
  const address = await replacePayerAddress(club.world, await requestOn(club, id));
  assert.equal((await member.get()).status, 404);
  assert.equal((await member.post(newCard)).status, 404);
  const { pathname } = new URL(address);
  assert.equal((await member.get(pathname)).status, 200);
  const again = await visitsOf(club, id);
  assert.equal(again.path, pathname);
  const preview = await member.get(pathname, { 'User-Agent': 'WhatsApp/2.23' });
  assert.doesNotMatch(preview.body, /\$10|4242/);
  assert.equal((await member.get(`/subscription/${'A'.repeat(22)}`)).status, 404);
});

test('names are text, however they are written', async (t) => {
  const member = await openMembership(t, { fields: { PlanCode: '<b>gold</b>"\'' } });
  const { club } = member;
  await club.fixture.db.query(
    `update businesses set name = '<script>alert(1)</script>' where business_id = $1`,
    [club.id],
  );
  const page = await member.get();
  assert.doesNotMatch(page.body, /<script>alert|<b>gold/);
  assert.match(page.body, /&lt;script&gt;alert/);
});
