import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { cancelSubscription, changeToken } from '../../src/invoicing/subscriptions/change.ts';
import { changePrice, type PriceChange } from '../../src/invoicing/subscriptions/change-price.ts';
import { listMoves } from '../../src/invoicing/subscriptions/move-store.ts';
import { type Club, openClub, openMember } from './club.ts';
import {
  linkOf,
  openedLink,
  periodsOf,
  refund,
  requestOn,
  subscriptionOf,
  triesOf,
} from './member.ts';

async function change(club: Club, id: bigint, price: PriceChange): Promise<bigint> {
  return (await changePrice(club.world, await requestOn(club, id), price)).carryCents;
}

async function carryOf(club: Club, id: bigint): Promise<bigint> {
  await club.work();
  return (await subscriptionOf(club, id)).carryCents;
}

/** What was taken and not refunded. */
async function keptOf({ fixture, id }: Club, of: bigint): Promise<number> {
  const [row] = await fixture.db.query<{ kept: bigint }>(
    `select sum(captured_cents - refunded_cents)::int8 as kept from payments
     where business_id = $1 and order_number like $2
       and state in ('captured', 'settled', 'available')`,
    [id, `SUB-${of}-%`],
  );
  return Number(row!.kept ?? 0n);
}

async function statesOf(club: Club, id: bigint): Promise<string> {
  return (await periodsOf(club, id)).map(({ state }) => state).join(' ');
}

const monthly = { interval: 'monthly', amountCents: 10_000n } as const;
const cheaper = { amountCents: 12_000n };
const asBefore = { amountCents: 120_000n };

/** Of 1200 dollars a year, since noon of 1 April 2030. */
async function yearly(t: Parameters<typeof openClub>[0], account?: string) {
  const club = await openClub(t);
  await club.until('2030-04-01 12:00');
  const bank = account ? { CardToken: await club.bankToken(account) } : {};
  const id = await club.join({ Amount: '1200.00', Interval: 'Annually', ...bank });
  return { club, id };
}

test('a new interval credits nothing for a period whose payment was refunded', async (t) => {
  // On the same day it is voided, and refunded after that.
  for (const day of ['2030-04-01', '2030-04-03']) {
    const { club, id } = await yearly(t);
    await club.until(`${day} 12:00`);
    assert.ok(await refund(club, id, 0));
    assert.equal(await change(club, id, monthly), 0n);
    await club.work();
    assert.equal(await keptOf(club, id), 10_000);
    await club.until('2030-05-20 12:00');
    assert.equal(await keptOf(club, id), 20_000);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a refund after a change that credited the same days is taken from the credit, also where that was used up', async (t) => {
  for (const day of ['2030-04-01', '2030-04-03']) {
    for (const looks of [true, false]) {
      const { club, id } = await yearly(t);
      await club.until(`${day} 12:00`);
      await change(club, id, monthly);
      if (looks) assert.ok((await carryOf(club, id)) < -109_000n);
      assert.ok(await refund(club, id, 0));
      await club.work();
      // The first of the new periods was for nothing, if it began before that, and is charged with the second.
      await club.until('2030-05-20 12:00');
      assert.equal(await keptOf(club, id), 20_000, `${day} ${looks}`);
      assert.equal(await carryOf(club, id), 0n);
      assert.deepEqual(await club.findings(), []);
    }
  }
});

test('a partial refund is taken off the credit for a lower price, whichever came first', async (t) => {
  for (const isFirst of [true, false]) {
    const { club, id } = await yearly(t);
    if (isFirst) await refund(club, id, 0, '900.00');
    await change(club, id, cheaper);
    if (!isFirst) await refund(club, id, 0, '900.00');
    assert.equal(await carryOf(club, id), -18_000n);
    await refund(club, id, 0, '100.00');
    assert.equal(await carryOf(club, id), -8_000n);
    assert.equal(await change(club, id, asBefore), 0n, 'undone');
    assert.equal(await change(club, id, cheaper), -8_000n);
    await refund(club, id, 0);
    assert.equal(await carryOf(club, id), 0n);
    assert.deepEqual(await club.findings(), []);
  }
});

test('what a refund of unknown outcome may take is not credited as well', async (t) => {
  const club = await openClub(t);
  await club.until('2030-04-01 12:00');
  const card = testCard('refund_timeout_after_booking');
  const id = await club.join({ Amount: '1200.00', Interval: 'Annually' }, card);
  await refund(club, id, 0, '900.00');
  assert.equal(await change(club, id, cheaper), -18_000n);
  await club.until('2030-04-02 12:00');
  assert.equal(await carryOf(club, id), -18_000n);
  assert.equal(await keptOf(club, id), 30_000);
});

test('a lower price that equals what is left after a refund credits nothing and charges nothing', async (t) => {
  const { club, id } = await yearly(t);
  await refund(club, id, 0, '900.00');
  assert.equal(await change(club, id, { amountCents: 30_000n }), 0n);
  assert.equal(await change(club, id, { amountCents: 119_000n }), 0n);
  await club.until('2031-04-02 12:00');
  assert.equal(await keptOf(club, id), 30_000 + 119_000);
});

test('a higher price charges the raise alone after a partial refund, and nothing where nothing is left', async (t) => {
  const dearer = { amountCents: 150_000n };
  for (const [amount, carry] of [
    ['900.00', 30_000n],
    [undefined, 0n],
  ] as const) {
    for (const isFirst of [true, false]) {
      const { club, id } = await yearly(t);
      if (isFirst) await refund(club, id, 0, amount);
      await change(club, id, dearer);
      if (!isFirst) await refund(club, id, 0, amount);
      assert.equal(await carryOf(club, id), carry);
      assert.equal(await change(club, id, asBefore), 0n, 'undone');
      assert.deepEqual(await club.findings(), []);
    }
  }
});

test('a raise that was charged with the next period stays when the one before is refunded', async (t) => {
  const { club, id } = await openMember(t, { at: '2030-04-01 12:00', fields: { Amount: '30.00' } });
  await change(club, id, { amountCents: 6000n });
  await club.until('2030-05-02 12:00');
  assert.equal(await keptOf(club, id), 3000 + 9000);
  await refund(club, id, 0);
  assert.equal(await carryOf(club, id), 0n);
  await refund(club, id, 1);
  assert.equal(await carryOf(club, id), 0n);
  await club.until('2030-06-02 12:00');
  assert.equal(await keptOf(club, id), 6000);
  assert.deepEqual(await club.findings(), []);
});

test('a bank payment that is taken back after a change leaves no credit, and what it had paid for is charged', async (t) => {
  const { club, id } = await yearly(t, '1111111');
  await change(club, id, monthly);
  assert.equal(await carryOf(club, id), -110_000n);
  assert.ok(await refund(club, id, 0));
  assert.equal(await carryOf(club, id), 10_000n);
  assert.equal(await statesOf(club, id), 'void paid');
  await club.until('2030-05-20 12:00');
  assert.equal(await keptOf(club, id), 20_000);
  assert.equal(await carryOf(club, id), 0n);
  assert.deepEqual(await club.findings(), []);
});

test('what came back and is then owed by nobody any more leaves no credit of a change before', async (t) => {
  const { club, id } = await yearly(t, simulatedNumber('return_always', 'R02'));
  await change(club, id, monthly);
  await club.until('2030-04-08 12:00');
  assert.equal(await statesOf(club, id), 'open paid');
  assert.equal(await carryOf(club, id), -110_000n, 'it is owed in full again');
  const address = (await linkOf(club, id, 0))!;
  const { link } = await openedLink(club.world, address);
  await revokeLink(club.world, link, 'operator:ann');
  await changeToken(club.world, await requestOn(club, id), await club.token());
  assert.equal(await carryOf(club, id), 10_000n);
  await club.until('2030-06-10 12:00');
  assert.equal(await statesOf(club, id), 'void paid paid paid');
  assert.equal(await keptOf(club, id), 30_000);
  assert.deepEqual(await club.findings(), []);
});

test('a return of a subscription that is canceled leaves nothing to refund by hand', async (t) => {
  const { club, id } = await yearly(t, simulatedNumber('return_always', 'R02'));
  await change(club, id, cheaper);
  await club.until('2030-04-08 12:00');
  assert.equal(await carryOf(club, id), -108_000n);
  await cancelSubscription(club.world, await requestOn(club, id));
  assert.equal(await carryOf(club, id), 0n);
  assert.equal((await listMoves(club.world.db, club.id, id)).at(-1)?.reason, 'canceled');
});

test('a refund that comes back is credited again', async (t) => {
  const { club, id } = await yearly(t, simulatedNumber('return_credits', 'R03'));
  await club.until('2030-04-20 12:00');
  await refund(club, id, 0, '900.00');
  await club.work();
  await change(club, id, cheaper);
  const before = await carryOf(club, id);
  await club.until('2030-05-10 12:00');
  assert.equal(await carryOf(club, id), before - (before < 0n ? 90_000n : 0n));
  assert.equal(await keptOf(club, id), 120_000);
  assert.deepEqual(await club.findings(), []);
});

test('a refund and a change at the same moment end as if one had been first', async (t) => {
  const club = await openClub(t);
  const other = await club.fixture.open();
  await club.until('2030-04-01 12:00');
  const ids: bigint[] = [];
  for (let i = 0; i < 24; i += 1) {
    ids.push(await club.join({ Amount: '1200.00', Interval: 'Annually', PlanCode: `P${i}` }));
  }
  for (const [round, id] of ids.entries()) {
    const pause = async (turns: number) => {
      for (let i = 0; i < turns; i += 1) await other.sleep(0);
    };
    const [theirs, ours] = round % 2 ? [round, 0] : [0, round];
    await Promise.all([
      pause(theirs).then(() => refund(club, id, 0, round % 3 ? '900.00' : undefined)),
      pause(ours).then(async () => await changePrice(other, await requestOn(club, id), cheaper)),
    ]);
  }
  await club.work();
  for (const [round, id] of ids.entries()) {
    const tried = (await triesOf(club, id)).length;
    assert.deepEqual([await carryOf(club, id), tried], [round % 3 ? -18_000n : 0n, 1]);
  }
  assert.deepEqual(await club.findings(), []);
});
