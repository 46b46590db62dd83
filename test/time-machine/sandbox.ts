import assert from 'node:assert/strict';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { advance, type Journey } from '../../src/time-machine/advance.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, type Fields, openDoor, type Reply } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';

type Scope = { after(work: () => Promise<void>): void };

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const actor = 'operator:ann';

/** One sandbox business in a fixture whose clock stands, and who calls and moves its clock. */
export type Sandbox = {
  readonly fixture: Fixture;
  readonly world: World;
  readonly caller: Caller;
  readonly id: bigint;
  /** A payment by a process that was just started, so that no clock is remembered. */
  pay(fields?: Fields): Promise<Paid>;
  /** By its own clock. */
  now(): Promise<Date>;
  own(): Promise<World>;
  advance(days: number): Promise<Journey>;
};

export type Paid = Reply & { readonly paymentId: bigint; readonly state: string };

export async function makeSandbox(scope: Scope): Promise<Sandbox> {
  const fixture = await makeFixture(scope);
  const world = await fixture.open();
  const caller = await fixture.addBusiness();
  const { id } = caller.business;
  const own = async () => atClockOf(world, (await readBusiness(world.db, id))!);
  let orders = 0;
  return {
    fixture,
    world,
    caller,
    id,
    own,
    now: async () => (await own()).now(),
    advance: async (days) => await advance(world, id, { byMs: days * dayMs }, actor),
    async pay(fields = {}) {
      orders += 1;
      const source = 'PaymentType' in fields ? {} : cardFields;
      const all = { ...source, Amount: '12.50', OrderNumber: `o-${orders}`, ...fields };
      const reply = await ask(world, caller, all);
      const { 'x-payment-id': paymentId, 'x-payment-state': state } = reply.headers;
      assert.ok(paymentId, reply.body);
      return { ...reply, paymentId: BigInt(String(paymentId)), state: String(state) };
    },
  };
}

export async function ask(
  world: World,
  caller: Caller,
  fields: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const door = await openDoor(world);
  const { call, close } = client(door.baseUrl, caller);
  try {
    return await call('CreatePayment', fields, headers);
  } finally {
    close();
    await door.close();
  }
}

/** Each of so many authorizations expired once. */
export async function expiredOnce({ fixture, id }: Sandbox, count: number): Promise<void> {
  const rows = await fixture.db.query<{ object_id: bigint; times: bigint }>(
    `select object_id, count(*) as times from events
     where business_id = $1 and kind = 'payment.expired' group by object_id`,
    [id],
  );
  assert.equal(rows.length, count);
  assert.ok(rows.every(({ times }) => times === 1n));
}
