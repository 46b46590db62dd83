import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/base/refusal.ts';
import { followUp } from '../../src/followups/follow-up.ts';
import type { FollowUp } from '../../src/followups/followup.ts';
import { cardFields, type Fields } from '../caller.ts';
import { locksNothing } from '../sabotage-followups.ts';
import { noFindings } from './judge.ts';
import { makeStreet, type Street } from './street.ts';

const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };
const authorization = { ...charge, ChargeType: 'Authorize' };
type Deed = { readonly kind: 'capture' | 'void' | 'refund'; readonly cents?: bigint };

test('of fifty refunds at once as many are done as there is money', async (t) => {
  const street = await makeStreet(t);
  const payment = await pay(street, charge);
  const deeds = Array.from({ length: 50 }, () => ({ kind: 'refund', cents: 100n }) as const);
  const ends = await race(street, payment, deeds);

  const done = ends.filter((end) => end !== undefined);
  assert.equal(done.length, 12);
  assert.ok(done.every(({ state }) => state === 'succeeded'));
  assert.deepEqual(await sumsOf(street, payment), {
    state: 'captured',
    left: 50n,
    refunded: 1200n,
  });
  await noFindings(street);
});

test('of fifty who give back all of it at once, all are told of one', async (t) => {
  const street = await makeStreet(t);
  const payment = await pay(street, charge);
  const ends = await race(
    street,
    payment,
    Array.from({ length: 50 }, () => ({ kind: 'refund' }) as const),
  );
  const told = new Set(ends.map((end) => end && `${end.id} ${end.state}`));
  assert.equal(told.size, 1, [...told].join(', '));
  assert.equal((await sumsOf(street, payment))?.state, 'voided');
  await noFindings(street);
});

test('a capture, a void and refunds that race leave one of them, whichever was first', async (t) => {
  const street = await makeStreet(t);
  const ended = new Set<string>();
  for (let round = 0; round < 24; round += 1) {
    const isAuthorization = round % 2 === 0;
    const payment = await pay(street, isAuthorization ? authorization : charge);
    const deeds: Deed[] = [
      { kind: 'void' },
      { kind: 'refund', cents: 500n },
      isAuthorization ? { kind: 'capture', cents: 700n } : { kind: 'refund' },
      { kind: 'refund', cents: 1000n },
    ];
    const first = round % deeds.length;
    await race(street, payment, [...deeds.slice(first), ...deeds.slice(0, first)]);
    ended.add((await sumsOf(street, payment))!.state);
  }
  // Else this would be a race that always ends alike.
  assert.ok(ended.has('voided') && ended.has('captured'), [...ended].join(', '));
  await noFindings(street);
});

test('a build that takes no lock for a refund does not pass', async (t) => {
  const street = await makeStreet(t, locksNothing);
  const rules = new Set<string>();
  for (let round = 0; round < 10 && rules.size === 0; round += 1) {
    const payment = await pay(street, charge);
    const deeds = Array.from({ length: 20 }, () => ({ kind: 'refund', cents: 100n }) as const);
    await race(street, payment, deeds).catch(() => {});
    for (const { rule } of await street.findings()) rules.add(rule);
  }
  assert.ok(rules.has('sums_differ'), [...rules].join(', '));
});

/** Each by a process of its own; undefined for what was refused. */
async function race(
  street: Street,
  payment: { businessId: bigint; paymentId: bigint },
  deeds: readonly Deed[],
): Promise<(FollowUp | undefined)[]> {
  const worlds = await Promise.all([street.open(), street.open(), street.open()]);
  return await Promise.all(
    deeds.map(async ({ kind, cents: amountCents }, i) => {
      const actor = `operator:${i}`;
      const wish = { ...payment, kind, amountCents, retryKey: undefined, actor, reason: undefined };
      return await followUp(worlds[i % worlds.length]!, wish).catch((error) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
    }),
  );
}

async function pay(street: Street, fields: Fields) {
  const wish = await street.wish(fields);
  const reply = await street.ask(await street.survivor(), wish);
  const paymentId = BigInt(String(reply?.headers['x-payment-id']));
  return { businessId: wish.caller.business.id, paymentId };
}

async function sumsOf(street: Street, { businessId, paymentId }: Awaited<ReturnType<typeof pay>>) {
  const rows = await street.house.db.query<{ state: string; left: bigint; refunded: bigint }>(
    `select state, captured_cents - refunded_cents - refunding_cents as left,
       refunded_cents as refunded
     from payments where business_id = $1 and id = $2`,
    [businessId, paymentId],
  );
  return rows[0];
}
