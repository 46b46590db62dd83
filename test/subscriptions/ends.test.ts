import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { openClub } from './club.ts';
import { makePlan, storyOf, updateCard } from './member.ts';

test('one that is paid by bank is completed when its last money is free, and not before', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  await makePlan(club, { code: 'two', periods: 2 });
  const request = {
    CardToken: await club.bankToken('1111111'),
    PlanCode: 'two',
    Interval: 'Daily',
  };
  const told = await club.subscribe(request);
  await club.until('2030-02-03 12:00');
  assert.deepEqual(await club.states(), ['active']);
  await club.until('2030-02-06 12:00');
  assert.deepEqual(
    (await club.periods()).map(({ state }) => state),
    ['paid', 'processing'],
  );
  assert.deepEqual(await club.states(), ['active'], 'the last may still come back');
  await club.until('2030-02-15 12:00');
  assert.deepEqual(await club.states(), ['completed']);
  assert.equal(
    await storyOf(club, BigInt(told.Data.SubscriptionID)),
    'scheduled incomplete active completed',
  );
  assert.deepEqual(await club.findings(), []);
});

test('a return of the last period is asked for like any other', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  await makePlan(club, { code: 'one', periods: 1 });
  const account = simulatedNumber('return_always', 'R02');
  const request = { CardToken: await club.bankToken(account), PlanCode: 'one', Interval: 'Daily' };
  await club.subscribe(request);
  await club.until('2030-02-08 12:00');
  assert.deepEqual(await club.states(), ['past_due']);
  assert.deepEqual(
    (await club.periods()).map(({ state }) => state),
    ['open'],
  );
  await club.until('2030-03-08 12:00');
  assert.deepEqual(await club.states(), ['unpaid']);
  assert.deepEqual(await club.findings(), []);
});

test('every period has its receipt, whoever wrote what into the page of its link', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const token = await club.token();
  await club.subscribe({ CardToken: token });
  await updateCard(club, token, '4000000000009995');
  await club.until('2030-02-28 12:00');
  assert.deepEqual(await club.states(), ['past_due']);
  // As somebody leaves it who tried to pay by its link, and wanted no receipt.
  await club.fixture.db.query(
    `update invoices set details = (details::jsonb
       || '{"emailReceipt": false, "smsReceipt": false, "email": "other@example.com"}')::json
     where state = 'open'`,
  );
  await updateCard(club, token, '4242424242424242');
  await club.until('2030-02-28 13:00');
  assert.deepEqual(await club.states(), ['active']);
  const all = await readInbox(club.fixture.db, club.id, { most: 100 });
  const receipts = all.filter(({ subject }) => subject?.includes('receipt'));
  assert.deepEqual(
    receipts.map(({ recipient }) => recipient),
    ['ada@example.com', 'ada@example.com'],
  );
});
