import assert from 'node:assert/strict';
import { atClockOf } from '../../src/businesses/clock.ts';
import { readBusiness } from '../../src/businesses/store.ts';
import { advance, type Journey } from '../../src/time-machine/advance.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, type Fields, openDoor, type Reply } from '../caller.ts';
import { type Caller, type House, makeHouse } from '../world.ts';

type Scope = { after(work: () => Promise<void>): void };

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const actor = 'operator:ann';

/** One sandbox business in a house whose clock stands, and who calls and moves its clock. */
export type Sandbox = {
  readonly house: House;
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
  const house = await makeHouse(scope);
  const world = await house.open();
  const caller = await house.addBusiness();
  const { id } = caller.business;
  const own = async () => atClockOf(world, (await readBusiness(world.db, id))!);
  let orders = 0;
  return {
    house,
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

export async function ask(world: World, caller: Caller, fields: Fields): Promise<Reply> {
  const door = await openDoor(world);
  const { call, close } = client(door.baseUrl, caller);
  try {
    return await call('CreatePayment', fields);
  } finally {
    close();
    await door.close();
  }
}
