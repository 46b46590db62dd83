import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { resumeSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { changePrice } from '../../src/invoicing/subscriptions/change-price.ts';
import { customerKind } from '../../src/moving/customers.ts';
import { planKind } from '../../src/moving/plans.ts';
import { subscriptionKind } from '../../src/moving/subscriptions.ts';
import { tokenKind } from '../../src/moving/tokens.ts';
import { openClub } from '../subscriptions/club.ts';
import { type AnyRow, exportOf, importInto } from './mover.ts';

const card = { number: '4242424242424242', expiryMonth: '12', expiryYear: '2044' };
const plain = { customer: 'A-1', token: 'T-1', amountCents: 1000, interval: 'monthly' };

/** On 15 January 2030, with a customer, a card and a plan that were imported. */
async function open(t: TestContext) {
  const club = await openClub(t);
  const { world, caller, id: businessId, fixture } = club;
  await importInto(world, caller, customerKind, [{ id: 'A-1' }, { id: 'A-2' }]);
  const tokens = [{ id: 'T-1', customer: 'A-1', ...card }];
  await importInto(world, caller, tokenKind('sandbox'), tokens);
  const plan = { id: 'gold', amountCents: 2500, interval: 'yearly', taxCents: 100, periods: 3 };
  await importInto(world, caller, planKind, [plan]);
  return {
    ...club,
    imported: (rows: readonly AnyRow[]) => importInto(world, caller, subscriptionKind, rows),
    /** The days on which it was charged, and the amounts. */
    async charged() {
      const rows = await fixture.db.query<{ on: string; cents: bigint }>(
        `select to_char(created_at at time zone 'America/New_York', 'MM-DD') as on, captured_cents as cents
         from payments where business_id = $1 order by id`,
        [businessId],
      );
      return rows.map(({ on, cents }) => `${on} ${cents}`);
    },
  };
}

test('the next charge falls on its day, counted from the first one, and is made once', async (t) => {
  const club = await open(t);
  const row = { ...plain, id: 'S', nextChargeOn: '2030-02-28', anchorOn: '2029-08-31' };
  const first = await club.imported([row]);
  assert.deepEqual(first.counts, { created: 1, joined: 0, exists: 0, refused: 0 });
  const again = await club.imported([row]);
  assert.deepEqual(
    again.reports.map(({ outcome, made }) => [outcome, made]),
    [['exists', first.reports[0]!.made]],
  );
  await club.until('2030-02-27 23:00');
  assert.deepEqual(await club.charged(), []);
  await club.until('2030-03-01 12:00');
  assert.deepEqual(await club.charged(), ['02-28 1000']);
  assert.equal((await club.imported([row])).counts.exists, 1);
  await club.until('2030-04-01 12:00');
  assert.deepEqual(await club.charged(), ['02-28 1000', '03-31 1000']);
  assert.deepEqual(await club.findings(), []);
});

test('each keeps its state: to come, on trial, behind, paused, ending, ended', async (t) => {
  const club = await open(t);
  const rows: AnyRow[] = [
    { id: 'to come', state: 'scheduled', nextChargeOn: '2030-01-20', plan: 'gold' },
    { id: 'trial to come', state: 'scheduled', startsOn: '2030-01-17', nextChargeOn: '2030-01-21' },
    { id: 'trial', state: 'trialing', startsOn: '2030-01-01', nextChargeOn: '2030-01-22' },
    { id: 'behind', state: 'past_due', nextChargeOn: '2030-01-23', carryCents: -400 },
    { id: 'paused', state: 'paused', anchorOn: '2030-01-24' },
    { id: 'paused trial', state: 'paused', trialEndsOn: '2030-01-25' },
    { id: 'last', nextChargeOn: '2030-01-26', periodsLeft: 0 },
    { id: 'ending', nextChargeOn: '2030-01-27', cancelsAtEnd: true },
    { id: 'over', state: 'canceled', endedAt: '2029-12-01T10:00:00Z' },
  ].map((row) => (row.plan ? { ...row, customer: 'A-1', token: 'T-1' } : { ...plain, ...row }));
  const { reports } = await club.imported(rows);
  assert.deepEqual(reports.map(({ why }) => why).filter(Boolean), []);
  assert.deepEqual(await club.findings(), []);
  const before = await club.states();
  assert.deepEqual(
    before,
    rows.map(({ state = 'active' }) => state),
  );
  await club.until('2030-01-31 12:00');
  assert.deepEqual(await club.charged(), ['01-20 2600', '01-21 1000', '01-22 1000', '01-23 600']);
  assert.deepEqual(await club.states(), [
    'active',
    'active',
    'active',
    'active',
    'paused',
    'paused',
    'completed',
    'canceled',
    'canceled',
  ]);
  const { business } = club.caller;
  for (const n of [4, 5]) {
    const id = BigInt(reports[n]!.made!);
    await resumeSubscription(club.world, { business, id, actor: 'operator' });
  }
  await club.until('2030-02-26 12:00');
  const since = (await club.charged()).slice(4);
  assert.deepEqual(since, ['02-21 1000', '02-22 1000', '02-23 1000', '02-24 1000', '02-25 1000']);
  assert.deepEqual(await club.findings(), []);
});

test('a paused one that is resumed before its next period is on no trial, and is charged then', async (t) => {
  const club = await open(t);
  const { reports } = await club.imported([
    { ...plain, id: 'S', state: 'paused', nextChargeOn: '2030-02-20' },
  ]);
  const id = BigInt(reports[0]!.made!);
  const { business } = club.caller;
  const resumed = await resumeSubscription(club.world, { business, id, actor: 'operator' });
  assert.equal(resumed.state, 'active');
  await club.until('2030-02-21 12:00');
  assert.deepEqual(await club.charged(), ['02-20 1000']);
});

test('another interval begins after what was paid elsewhere', async (t) => {
  const club = await open(t);
  const { reports } = await club.imported([{ ...plain, id: 'S', nextChargeOn: '2030-01-31' }]);
  const request = {
    business: club.caller.business,
    id: BigInt(reports[0]!.made!),
    actor: 'operator',
  };
  await changePrice(club.world, request, { interval: 'weekly', amountCents: 300n });
  await club.until('2030-02-15 12:00');
  assert.deepEqual(await club.charged(), ['01-31 300', '02-07 300', '02-14 300']);
  assert.deepEqual(await club.findings(), []);
});

test('what could charge twice, or names what is not there, is refused with its reason', async (t) => {
  const club = await open(t);
  const good = { ...plain, nextChargeOn: '2030-02-01' };
  const maple = {
    id: 'maple',
    amountCents: 900,
    interval: 'monthly',
    currency: 'CAD',
    taxCents: 5,
  };
  await importInto(club.world, club.caller, planKind, [maple]);
  const inDollars = { ...good, plan: 'maple', currency: 'USD' };
  const ofGold = { customer: 'A-1', token: 'T-1', plan: 'gold' };
  const cases: (readonly [AnyRow, RegExp])[] = [
    [{ ...good, nextChargeOn: '2030-01-14' }, /^nextChargeOn must not be in the past/],
    [{ ...good, nextChargeOn: '' }, /^nextChargeOn is missing/],
    [{ ...good, nextChargeOn: '02-01-2030' }, /^nextChargeOn must be a day such as/],
    [{ ...good, anchorOn: '2029-12-31' }, /^nextChargeOn is no day on which a period begins/],
    [{ ...good, anchorOn: '2030-03-01' }, /^nextChargeOn is no day on which a period begins/],
    [{ ...good, startsOn: '2030-02-02' }, /^startsOn must not be after nextChargeOn/],
    [{ ...good, trialEndsOn: '2030-02-01' }, /^trialEndsOn does not go with the state active/],
    [{ ...good, state: 'unpaid' }, /^state unpaid/],
    [{ ...good, state: 'incomplete' }, /^state incomplete/],
    [{ ...good, state: 'past_due', periodsLeft: 0 }, /^state past_due, and no period is left/],
    [{ ...good, state: 'gone' }, /^state must be one of: scheduled, /],
    [{ ...good, state: 'trialing', trialEndsOn: '2030-02-02' }, /must be the same day/],
    [{ ...plain, state: 'paused' }, /^nextChargeOn and anchorOn are missing/],
    [{ ...good, customer: 'A-9' }, /^customer is not there/],
    [{ ...good, token: 'T-9' }, /^token is not there/],
    [{ ...good, customer: 'A-2' }, /^token is one of another customer/],
    [{ ...good, plan: 'tin' }, /^plan is not there/],
    [{ ...good, amountCents: '' }, /^amountCents is missing, and there is no plan/],
    [{ ...good, interval: '' }, /^interval is missing, and there is no plan/],
    [{ ...good, taxCents: 99_999_999 }, /must be at most 99999999 together/],
    [{ ...ofGold, nextChargeOn: '2030-02-01' }, /^periodsLeft is missing, and plan gold has 3/],
    [{ ...inDollars, amountCents: '' }, /^amountCents is missing, and plan maple is in CAD/],
    [inDollars, /^taxCents is missing, and plan maple is in CAD/],
    [{ ...good, cancelsAtEnd: 'maybe' }, /^cancelsAtEnd must be true or false/],
  ];
  const { reports } = await club.imported(cases.map(([row], n) => ({ ...row, id: `R-${n}` })));
  for (const [n, [, why]] of cases.entries()) assert.match(reports[n]!.why ?? 'created', why);
  assert.deepEqual(await club.states(), []);
  const own = await club.imported([{ ...inDollars, id: 'own sums', taxCents: 0 }]);
  assert.equal(own.counts.created, 1);
});

test('what was exported is the same elsewhere, and is there already where it came from', async (t) => {
  const club = await open(t);
  const { world, caller, fixture } = club;
  await club.join({ PlanCode: 'gold', StartDate: '02-10-2030' });
  await club.imported([
    { ...plain, id: 'S-1', nextChargeOn: '2030-02-28', anchorOn: '2029-08-31', carryCents: 50 },
    { ...plain, id: 'S-2', state: 'paused', nextChargeOn: '2030-02-05', periodsLeft: 4 },
    { ...plain, id: 'S-3', state: 'trialing', nextChargeOn: '2030-01-22' },
    { ...plain, id: 'S-4', state: 'paused', trialEndsOn: '2030-01-25' },
  ]);
  await club.until('2030-01-16 12:00');
  const { customers, tokens, plans, subscriptions } = await exportOf(world, caller);
  const back = await importInto(world, caller, subscriptionKind, subscriptions!);
  assert.deepEqual(back.counts, { created: 0, joined: 0, exists: 5, refused: 0 });

  const target = await fixture.addBusiness();
  await importInto(world, target, customerKind, customers!);
  const numbered = tokens!.map((row) => ({ ...row, ...card }));
  await importInto(world, target, tokenKind('sandbox'), numbered);
  await importInto(world, target, planKind, plans!);
  const moved = await importInto(world, target, subscriptionKind, subscriptions!);
  assert.deepEqual(
    moved.reports.map(({ why }) => why ?? 'created'),
    Array(5).fill('created'),
  );
  const after = (await exportOf(world, target)).subscriptions!;
  const known = (rows: readonly AnyRow[]) =>
    rows
      .map(({ id: _, subscriptionId: __, token: ___, anchorOn: ____, charged: _____, ...row }) =>
        JSON.stringify(row),
      )
      .sort();
  assert.deepEqual(known(after), known(subscriptions!));
  assert.deepEqual(await club.findings(), []);
});
