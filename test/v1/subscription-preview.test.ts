import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesIn, rowsOf } from '../owned-rows.ts';
import { type Club, openClub, openMember } from '../subscriptions/club.ts';
import { makePlan, refund } from '../subscriptions/member.ts';

/* What a change of the price would cost, and what it then does cost. */

type Sent = Readonly<Record<string, unknown>>;

// biome-ignore lint/suspicious/noExplicitAny: tests read what they know is there.
type Told = { readonly status: number; readonly body: any };

async function call(
  { baseUrl, caller }: Club,
  method: string,
  path: string,
  sent?: Sent,
): Promise<Told> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${caller.apiKey}`, 'Content-Type': 'application/json' },
    ...(sent && { body: JSON.stringify(sent) }),
  });
  return { status: response.status, body: await response.json() };
}

const pathOf = (id: bigint) => `/v1/subscriptions/${id}`;

async function preview(club: Club, id: bigint, change: Sent) {
  return await call(club, 'POST', `${pathOf(id)}/preview`, change);
}

async function update(club: Club, id: bigint, change: Sent) {
  return await call(club, 'PATCH', pathOf(id), change);
}

async function good(told: Promise<Told>): Promise<Told['body']> {
  const { status, body } = await told;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** When and how much was charged for it, the first charge first. */
async function chargesOf({ fixture, id }: Club, of: bigint) {
  const rows = await fixture.db.query<{ at: Date; cents: bigint }>(
    `select created_at as at, captured_cents as cents from payments
     where business_id = $1 and order_number like $2 order by id`,
    [id, `SUB-${of}-%`],
  );
  return rows.map(({ at, cents }) => ({ at: at.toISOString(), amount: Number(cents) }));
}

type Case = {
  readonly what: string;
  readonly change: Sent;
  readonly fields?: Readonly<Record<string, string>>;
  /** What happened to the subscription before. */
  readonly first?: (club: Club, id: bigint) => Promise<unknown>;
  /** Difference, days left, and the sum that is charged at once. */
  readonly says: readonly [number, number | null, number | null];
};

/** Of 30 dollars a month since April 1, unless its fields say otherwise; changed on April 11. */
const cases: readonly Case[] = [
  { what: 'dearer', change: { amount: 4500 }, says: [1000, 20, null] },
  { what: 'cheaper', change: { amount: 1500 }, says: [-1000, 20, null] },
  {
    what: 'cheaper by more than the next price',
    change: { amount: 100 },
    says: [-1933, 20, null],
  },
  { what: 'the same', change: { amount: 3000 }, says: [0, 20, null] },
  { what: 'the terms of a plan', change: { planCode: 'gold' }, says: [4000, 20, null] },
  {
    what: 'a plan and an amount of its own',
    change: { planCode: 'gold', amount: 6000 },
    says: [2000, 20, null],
  },
  { what: 'a discount and a tax', change: { discount: 1000, tax: 150 }, says: [-100, 20, null] },
  {
    what: 'another interval',
    change: { interval: 'yearly', amount: 30_000 },
    says: [-2000, 20, 28_000],
  },
  {
    what: 'another interval that the credit pays',
    change: { interval: 'weekly', amount: 700 },
    says: [-2000, 20, 0],
  },
  {
    what: 'partly refunded, then cheaper',
    change: { amount: 1500 },
    first: async (club, id) => assert.ok(await refund(club, id, 0, '6.00')),
    says: [-400, 20, null],
  },
  {
    what: 'wholly refunded, then another interval',
    change: { interval: 'weekly', amount: 700 },
    first: async (club, id) => assert.ok(await refund(club, id, 0)),
    says: [0, 20, 700],
  },
  {
    what: 'for the second time in one period',
    change: { amount: 2000 },
    first: async (club, id) => await good(update(club, id, { amount: 4500 })),
    says: [-1667, 20, null],
  },
  {
    what: 'on trial',
    fields: { PlanCode: 'tried', Amount: '' },
    change: { amount: 4500, interval: 'weekly' },
    says: [0, null, null],
  },
  {
    what: 'not begun',
    fields: { StartDate: '05-10-2030' },
    change: { amount: 4500 },
    says: [0, null, null],
  },
  {
    what: 'about to end',
    change: { amount: 4500 },
    first: async (club, id) =>
      await good(call(club, 'POST', `${pathOf(id)}/cancel`, { atEnd: true })),
    says: [1000, 20, null],
  },
  {
    what: 'paused',
    change: { amount: 4500 },
    first: async (club, id) => await good(call(club, 'POST', `${pathOf(id)}/pause`)),
    says: [0, null, null],
  },
];

test('a preview says what the change and the next charge then take, and writes nothing', async (t) => {
  const club = await openClub(t);
  await club.until('2030-04-01 12:00');
  await makePlan(club, { code: 'gold', amountCents: 9000n });
  await makePlan(club, { code: 'tried', amountCents: 3000n, trialDays: 21 });
  const members: { of: Case; id: bigint }[] = [];
  for (const one of cases) {
    members.push({ of: one, id: await club.join({ Amount: '30.00', ...one.fields }) });
  }
  await club.until('2030-04-11 12:00');
  for (const { of, id } of members) await of.first?.(club, id);
  await club.work();
  const now = club.fixture.clock.now().toISOString();
  const said: { what: string; id: bigint; next: Told['body'] }[] = [];
  for (const { of, id } of members) {
    const { what, change, says } = of;
    const before = await rowsOf(club.fixture.db, [club.id]);
    const told = await good(preview(club, id, change));
    const after = await rowsOf(club.fixture.db, [club.id]);
    assert.deepEqual(changesIn(before, after), [], what);
    const { difference, daysLeft, periodEndsOn, chargesToday, subscription, ...next } = told;
    assert.deepEqual([difference, daysLeft, chargesToday], says, what);
    assert.equal(periodEndsOn, daysLeft === null ? null : '2030-05-01', what);

    const changed = await good(update(club, id, { ...change, expected: { difference } }));
    assert.deepEqual(changed, subscription, what);
    await club.work();
    const today = (await chargesOf(club, id)).filter(({ at }) => at === now);
    const expected = chargesToday ? [{ at: now, amount: chargesToday }] : [];
    assert.deepEqual(today, expected, what);
    const { nextChargeAt, nextChargeAmount } = await good(call(club, 'GET', pathOf(id)));
    assert.deepEqual({ nextChargeAt, nextChargeAmount }, next, what);
    said.push({ what, id, next });
  }
  await club.until('2030-07-02 12:00');
  const soon = said.filter(({ next }) => next.nextChargeAt?.startsWith('2030-'));
  assert.ok(soon.length > cases.length / 2);
  for (const { what, id, next } of soon) {
    const [charged] = (await chargesOf(club, id)).filter(({ at }) => at > now);
    const { nextChargeAt: at, nextChargeAmount: amount } = next;
    assert.deepEqual(charged, { at, amount }, what);
  }
  const ending = said.filter(({ next }) => next.nextChargeAt === null);
  assert.deepEqual(
    ending.map(({ what }) => what),
    ['about to end', 'paused'],
  );
  assert.deepEqual(await club.findings(), []);
});

test('a change whose difference is another one by now is refused and charges nothing', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '30.00' } });
  await club.until('2030-04-11 23:59');
  const change = { amount: 1500 };
  const meanwhile: [string, () => Promise<unknown>, number][] = [
    ['midnight', async () => await club.until('2030-04-12 00:01'), -950],
    ['a refund', async () => assert.ok(await refund(club, id, 0, '6.00')), -350],
  ];
  for (const [what, happens, later] of meanwhile) {
    const { difference } = await good(preview(club, id, change));
    await happens();
    const before = await good(call(club, 'GET', pathOf(id)));
    const refused = await update(club, id, { ...change, expected: { difference } });
    assert.deepEqual([refused.status, refused.body.code], [412, 'changed_meanwhile'], what);
    assert.deepEqual(await good(call(club, 'GET', pathOf(id))), before, what);
    assert.equal((await good(preview(club, id, change))).difference, later, what);
  }
  const changed = await good(update(club, id, { ...change, expected: { difference: -350 } }));
  assert.equal(changed.carried, -350);
});

test('a preview is refused where the change would be', async (t) => {
  const club = await openClub(t);
  await club.until('2030-04-01 12:00');
  await makePlan(club, { code: 'dollars', currency: 'CAD' });
  const [id, ended] = [
    await club.join({ Amount: '30.00' }),
    await club.join({ PlanCode: 'other' }),
  ];
  const refused: [bigint, Sent, number, string][] = [
    [id, { planCode: 'none' }, 400, 'wrong_fields'],
    [id, { planCode: 'dollars' }, 400, 'wrong_fields'],
    [id, { amount: 99_999_999, tax: 1 }, 400, 'wrong_fields'],
    [id, { discount: 10_001 }, 400, 'wrong_fields'],
    [ended, { amount: 100 }, 409, 'subscription_not_so'],
    [999n, { amount: 100 }, 404, 'not_found'],
  ];
  await good(call(club, 'POST', `${pathOf(ended)}/cancel`, {}));
  for (const [of, change, status, code] of refused) {
    const [told, changed] = [await preview(club, of, change), await update(club, of, change)];
    assert.deepEqual([told.status, told.body.code], [status, code], JSON.stringify(change));
    assert.deepEqual(told.body.errors, changed.body.errors);
    assert.equal(changed.status, status);
  }
  // Its new period is just beginning.
  await good(update(club, id, { interval: 'weekly' }));
  const busy = await preview(club, id, { interval: 'monthly' });
  assert.deepEqual([busy.status, busy.body.code], [503, 'busy']);
  // Only a change names what it expects.
  const strange = await preview(club, id, { amount: 100, expected: { difference: 0 } });
  assert.deepEqual([strange.status, strange.body.errors[0].field], [400, 'expected']);
});
