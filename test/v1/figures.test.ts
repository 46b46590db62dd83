import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, randomOf } from '../../src/demo/random.ts';
import { readFigures, storeFigures } from '../../src/payments/figures/daily-figures.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { fillOne } from '../demo/filling.ts';
import { drawing, sizeOf } from '../size.ts';
import { aPayment, card, serveV1, type V1 } from './serve.ts';

const hourMs = 3_600_000;
const bankAccount = { routingNumber: '021000021', holder: 'personal', holderName: 'Ada Byron' };

/** The same sums from every row, each with its day by the calendar of JavaScript. */
async function plainSums({ db }: V1, businessId: bigint, timeZone: string) {
  const days = new Map<string, Record<string, bigint>>();
  const add = (at: Date, sums: Record<string, bigint>) => {
    const day = at.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate().toString();
    const own = days.get(day) ?? {};
    for (const [name, value] of Object.entries(sums)) own[name] = (own[name] ?? 0n) + value;
    days.set(day, own);
  };
  const payments = await db.query<{
    id: bigint;
    at: Date;
    method: string;
    state: string;
    approved: bigint;
  }>(
    `select id, created_at as at, method, state, approved_cents as approved from payments where business_id = $1`,
    [businessId],
  );
  const madeAt = new Map(payments.map(({ id, at }) => [id, at]));
  for (const { at, method, state, approved } of payments) {
    const isApproved = BigInt(approved > 0n);
    if (method === 'bank') add(at, { bankCount: isApproved });
    else add(at, { approvedCount: isApproved, declinedCount: BigInt(state === 'declined') });
  }
  const transfers = await db.query<{
    payment: bigint;
    debit: string;
    credit: string;
    cents: bigint;
    at: Date;
    isCharge: boolean;
    isEntry: boolean;
  }>(
    `select payment_id as payment, debit, credit, cents, made_at as at, followup_id is null and entry_id is null as "isCharge",
       entry_id is not null as "isEntry" from transfers where business_id = $1 and payment_id is not null`,
    [businessId],
  );
  const income = ['sales', 'tax', 'tip', 'fees'];
  for (const { payment, debit, credit, cents, at, isCharge, isEntry } of transfers) {
    const on = isCharge ? madeAt.get(payment)! : at;
    if (income.includes(credit)) add(on, { [isEntry ? 'bankCents' : 'cardCents']: cents });
    if (income.includes(debit)) add(on, { [isEntry ? 'returnedCents' : 'refundedCents']: cents });
    if (debit === 'refunds') add(on, { refundedCents: cents });
    if (credit === 'refunds') add(on, { refundedCents: -cents });
    if (debit === 'returns') add(on, { returnedCents: cents, returnCount: 1n });
    if (credit === 'returns') add(on, { returnedCents: -cents });
  }
  return days;
}

type Period = { readonly from: string; readonly to: string };

async function assertEqual(v1: V1, businessId: bigint, timeZone: string, { from, to }: Period) {
  const found = await readFigures(
    v1.db,
    { businessId, timeZone },
    {
      from: Temporal.PlainDate.from(from),
      to: Temporal.PlainDate.from(to),
      currency: 'USD',
    },
  );
  const plain = await plainSums(v1, businessId, timeZone);
  for (const { day, currency: _, ...sums } of found) {
    const expected = plain.get(day) ?? {};
    for (const [name, value] of Object.entries(sums)) {
      assert.equal(BigInt(value), expected[name] ?? 0n, `${name} of ${day}`);
    }
    plain.delete(day);
  }
  assert.deepEqual([...plain.keys()], [], 'days outside of the period');
  return found;
}

async function storedDays({ db }: V1, businessId: bigint): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    'select day from daily_figures where business_id = $1 order by day',
    [businessId],
  );
  return rows.map(({ day }) => String(day));
}

/** Whatever may happen to payments: what is sold, and what happens later to what was sold before. */
async function actOnce(v1: V1, random: Random, made: string[]): Promise<void> {
  const pay = async (body: object) => {
    const amount = random.between(500, 20_000);
    const { body: payment } = await v1.call('POST', '/v1/payments', {
      body: { ...aPayment, amount, ...body },
    });
    if (payment.id) made.push(payment.id);
  };
  const withCard = (number: string) => pay({ source: { card: { ...card, number } } });
  const earlier = () => `/v1/payments/${random.pick(made)}`;
  const acts = [
    () => pay({}),
    () => pay({ capture: false }),
    () => pay({ source: { bankAccount: { ...bankAccount, accountNumber: '99000003' } } }),
    () => pay({ source: { bankAccount: { ...bankAccount, accountNumber: '12345678' } } }),
    () => withCard('4000000000000002'),
    () => withCard('4000009990000112'),
    () => withCard('4000009990000104'),
    () => v1.call('POST', `${earlier()}/capture`, { body: {} }),
    () => v1.call('POST', `${earlier()}/void`, { body: {} }),
    () => v1.call('POST', `${earlier()}/refunds`, { body: { amount: random.between(100, 900) } }),
    () => v1.call('POST', `${earlier()}/refunds`, { body: {} }),
  ];
  if (made.length === 0) await pay({});
  await random.pick(acts)();
}

test('figures are the sums of payments and ledger at any time, also where days are stored', async (t) => {
  await drawing({ name: 'v1/figures' }, async (seed, size) => {
    // Saturday evening in New York; on Sunday its clocks change.
    const v1 = await serveV1(t, { startsAt: new Date('2030-03-09T22:00:00Z') });
    const world = await v1.open();
    const { id, timeZone } = v1.caller.business;
    const random = randomOf(seed, 'history');
    const made: string[] = [];
    const hops = sizeOf({ gate: 24, usual: 120, full: 600 }, size);
    for (let n = 0; n < hops; n += 1) {
      for (let acts = random.between(0, 3); acts > 0; acts -= 1) await actOnce(v1, random, made);
      v1.clock.pass(random.between(1, 9) * hourMs);
      for (let rounds = 0; (await workOnce(world)) > 0; rounds += 1) assert.ok(rounds < 100);
      await storeFigures(world);
      const to = v1.clock.now().toISOString().slice(0, 10);
      await assertEqual(v1, id, timeZone, { from: '2030-03-08', to });
    }
    const days = await storedDays(v1, id);
    assert.ok(days.includes('2030-03-09') && days.includes('2030-03-10'), `${days}`);
  });
});

test('a day is stored once it is over and every outcome of it is known, and then stays as it is', async (t) => {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const { id, timeZone } = v1.caller.business;
  const period = { from: '2030-01-14', to: '2030-01-19' };
  const figuresOf = async (day: string) =>
    (await assertEqual(v1, id, timeZone, period)).find((one) => one.day === day)!;
  const source = { card: { ...card, number: '4000009990000112' } };
  await v1.call('POST', '/v1/payments', { body: { ...aPayment, source } });
  const { body: sold } = await v1.call('POST', '/v1/payments', { body: aPayment });
  assert.equal((await figuresOf('2030-01-15')).cardCents, 1250n);

  // Wednesday, 5 in the morning in New York: Tuesday has been over for five hours.
  v1.clock.setTo(new Date('2030-01-16T10:00:00Z'));
  await storeFigures(world);
  assert.deepEqual(await storedDays(v1, id), []);
  v1.clock.setTo(new Date('2030-01-18T12:00:00Z'));
  await storeFigures(world);
  assert.deepEqual(await storedDays(v1, id), ['2030-01-16', '2030-01-17']);

  while ((await resolveDue(world, id)) > 0);
  await storeFigures(world);
  assert.deepEqual(await storedDays(v1, id), ['2030-01-15', '2030-01-16', '2030-01-17']);
  assert.equal((await figuresOf('2030-01-15')).cardCents, 2500n);

  await v1.call('POST', `/v1/payments/${sold.id}/void`, { body: {} });
  assert.equal((await figuresOf('2030-01-15')).cardCents, 2500n);
  assert.equal((await figuresOf('2030-01-18')).refundedCents, 1250n);
  const plain = await figuresOf('2030-01-18');
  await storeFigures(world);
  assert.deepEqual(await figuresOf('2030-01-18'), plain);
});

test('the figures of lived months are the sums of their rows', async (t) => {
  const v1 = await serveV1(t, { startsAt: new Date('2030-03-20T15:00:00Z') });
  for (const timeZone of ['America/New_York', 'Pacific/Honolulu']) {
    const { business } = await v1.addBusiness({ timeZone });
    await fillOne(v1, business.id, { days: 14 });
    const period = { from: '2030-03-05', to: '2030-03-20' };
    const fresh = await assertEqual(v1, business.id, timeZone, period);
    await storeFigures(await v1.open());
    assert.ok((await storedDays(v1, business.id)).length > 10);
    assert.deepEqual(await assertEqual(v1, business.id, timeZone, period), fresh);
  }
});

test('a caller reads the figures of its own business, day by day', async (t) => {
  const v1 = await serveV1(t);
  await v1.call('POST', '/v1/payments', { body: aPayment });
  await v1.call('POST', '/v1/payments', {
    body: { ...aPayment, source: { card: { ...card, number: '4000000000000002' } } },
  });
  const { body } = await v1.call('GET', '/v1/figures?from=2030-01-14');
  assert.deepEqual([body.currency, body.timeZone], ['USD', 'America/New_York']);
  const none = {
    cardAmount: 0,
    bankAmount: 0,
    refundedAmount: 0,
    returnedAmount: 0,
    approvedCount: 0,
    declinedCount: 0,
    bankCount: 0,
    returnCount: 0,
  };
  assert.deepEqual(body.data, [
    { ...none, day: '2030-01-14', isOver: true },
    {
      ...none,
      day: '2030-01-15',
      isOver: false,
      cardAmount: 1250,
      approvedCount: 1,
      declinedCount: 1,
    },
  ]);
  const usual = await v1.call('GET', '/v1/figures');
  assert.equal(usual.body.data.length, 30);
  const other = await v1.call('GET', '/v1/figures?from=2030-01-15', { as: await v1.addBusiness() });
  assert.deepEqual(other.body.data, [{ ...none, day: '2030-01-15', isOver: false }]);
  const dollars = await v1.call('GET', '/v1/figures?from=2030-01-15&currency=CAD');
  assert.deepEqual(dollars.body.data, [{ ...none, day: '2030-01-15', isOver: false }]);
  for (const query of ['from=2030-01-16', 'from=2029-01-14', 'from=2030-01-01&to=2029-12-31']) {
    const refused = await v1.call('GET', `/v1/figures?${query}`);
    assert.deepEqual([refused.status, refused.body.code], [400, 'wrong_fields'], query);
  }
});
