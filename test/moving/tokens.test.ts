import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerKind } from '../../src/moving/customers.ts';
import { planKind } from '../../src/moving/plans.ts';
import { tokenKind } from '../../src/moving/tokens.ts';
import { makeFixture } from '../fixture.ts';
import { openClub } from '../subscriptions/club.ts';
import { exportOf, importInto } from './mover.ts';

const kind = tokenKind('sandbox');
const card = {
  id: 'T-1',
  customer: 'A-1',
  number: '4242 4242 4242 4242',
  expiryMonth: '12',
  expiryYear: '2044',
  holder: 'Ada Park',
  postalCode: '10001',
};

test('an imported card is charged, and is imported once', async (t) => {
  const club = await openClub(t);
  await importInto(club.world, club.caller, customerKind, [{ id: 'A-1', firstName: 'Ada' }]);
  const first = await importInto(club.world, club.caller, kind, [card]);
  assert.deepEqual(first.counts, { created: 1, joined: 0, exists: 0, refused: 0 });
  const token = first.reports[0]!.made!;
  const again = await importInto(club.world, club.caller, kind, [card]);
  assert.deepEqual(
    again.reports.map(({ outcome, made }) => [outcome, made]),
    [['exists', token]],
  );
  await club.join({ CardToken: token });
  assert.deepEqual(await club.states(), ['active']);
  assert.deepEqual(await club.findings(), []);
  assert.doesNotMatch(JSON.stringify(await exportOf(club.world, club.caller)), /4242424242424242/);
});

test('a row that lacks something is named, and no number is quoted', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  await importInto(world, shop, customerKind, [{ id: 'A-1' }]);
  const bank = { id: 'B-1', customer: 'A-1', kind: 'bank', accountNumber: '9876543' };
  const { reports } = await importInto(world, shop, kind, [
    { ...card, number: '4242424242424241' },
    { ...card, id: 'T-2', customer: 'nobody' },
    { ...card, id: 'T-3', expiryYear: '' },
    { id: 'T-4', customer: 'A-1' },
    bank,
    { ...bank, id: 'B-2', routingNumber: '021000021', holder: 'Ada Park' },
  ]);
  const why = reports.map((one) => one.why ?? one.outcome);
  assert.deepEqual(why, [
    'number must be a valid card number',
    'customer is not there: import customers first',
    'expiryMonth and expiryYear are missing',
    'number is missing',
    'routingNumber is missing',
    'created',
  ]);
  assert.doesNotMatch(JSON.stringify(reports) + fixture.logged.join(), /42424242|9876543/);
});

test('where the line of names is missing, no value is quoted in its place', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  const format = 'csv';
  const told = async (text: string) => {
    const { reports } = await importInto(world, shop, kind, text, { format });
    return reports.map(({ why }) => why);
  };
  const [none] = await told('T-1,A-1,4242424242424242,12,2044\nT-2,A-1,5555555555554444,12,2044\n');
  assert.match(none!, /^has none of the columns id, customer, [\w, ]+$/);
  assert.deepEqual(await told('id,4242424242424242,colour\nT-1,A-1,red\n'), [
    'a column has a name that is no word; there is no column colour; customer is missing',
  ]);
  assert.deepEqual(await told('id,4242424242424242\nT-1,=1\n'), [
    'a cell begins as a formula does: put an apostrophe before it if it is a text',
  ]);
  await assert.rejects(told('98765432,98765432\n'), {
    message: 'the first line names a column twice',
  });
});

test('plans are imported once, and are the same after an export', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const [shop, other] = [await fixture.addBusiness(), await fixture.addBusiness()];
  const gold = {
    id: 'gold',
    amountCents: 1250,
    interval: 'monthly',
    taxCents: 50,
    trialDays: 14,
    periods: 12,
  };
  const rows = [
    gold,
    { id: 'tin', amountCents: 99_999_999, interval: 'daily', taxCents: 1 },
    { id: 'x', amountCents: '1.5', interval: 'often' },
  ];
  const { reports } = await importInto(world, shop, planKind, rows);
  assert.deepEqual(
    reports.map(({ outcome }) => outcome),
    ['created', 'refused', 'refused'],
  );
  assert.match(
    reports[2]!.why!,
    /amountCents must be a whole number.*; interval must be one of: daily/,
  );
  const before = (await exportOf(world, shop)).plans!;
  assert.equal((await importInto(world, other, planKind, before)).counts.created, 1);
  assert.equal((await importInto(world, other, planKind, before)).counts.exists, 1);
  const [after] = (await exportOf(world, other)).plans!;
  const { amountCents, interval, taxCents, trialDays, periods } = after!;
  assert.deepEqual({ id: 'gold', amountCents, interval, taxCents, trialDays, periods }, gold);
});
