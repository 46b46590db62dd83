import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { Death, life } from '../crash-world.ts';
import { type NumberShop, openNumberShop } from './number-shop.ts';

test('whenever the process dies that makes a business, it has one number in the end, or is not there', async (t) => {
  const shop = await openNumberShop(t);
  let deaths = 0;
  for (let died = true; died; ) {
    died = await livesFor(shop, deaths + 1, (world) => shop.make(world));
    if (died) deaths += 1;
    await shop.workOff();
    await assertOneEach(shop);
  }
  assert.ok(deaths > 5, `only ${deaths} deaths`);
});

test('whenever the process dies that buys a number later, there is one number in the end', async (t) => {
  const shop = await openNumberShop(t);
  const { far, fixture } = shop;
  let deaths = 0;
  for (let died = true; died; ) {
    far.instead = () => ({ status: 503, body: '' });
    await shop.make(await fixture.open());
    far.instead = undefined;
    fixture.clock.pass(60_000);
    died = await livesFor(shop, deaths + 1, async (world) => {
      await workOnce(world);
    });
    if (died) deaths += 1;
    await shop.workOff();
    await assertOneEach(shop);
  }
  assert.ok(deaths > 3, `only ${deaths} deaths`);
});

test('a carrier that forgot under which name it had sold would be found out', async (t) => {
  const shop = await openNumberShop(t);
  shop.far.instead = ({ method, path }) => {
    if (method === 'POST' || !path.endsWith('IncomingPhoneNumbers.json')) return undefined;
    return { status: 200, body: { incoming_phone_numbers: [] } };
  };
  const everyLife = async () => {
    for (let moments = 1; moments < 80; moments += 1) {
      await livesFor(shop, moments, (world) => shop.make(world));
      await shop.workOff();
      await assertOneEach(shop);
    }
  };
  await assert.rejects(everyLife, /2 were bought/);
});

/** Dies at its n-th moment, here or just before or after the carrier did what it was asked for. */
async function livesFor(
  { fixture, far }: NumberShop,
  moments: number,
  run: (world: World) => Promise<unknown>,
): Promise<boolean> {
  const span = life(moments);
  const world = await fixture.open({ atMoment: span.atMoment });
  far.offers.push(`+1617555${String(1000 + moments)}`);
  far.atMoment = span.atMoment as () => void;
  span.begin();
  try {
    await run(world);
  } catch (error) {
    assert.ok(error instanceof Death, String(error));
  } finally {
    far.atMoment = () => {};
  }
  return span.isOver;
}

async function assertOneEach({ fixture, held, far }: NumberShop): Promise<void> {
  const made = await fixture.db.query<{ id: bigint }>(
    'select business_id as id from business_profiles order by 1',
  );
  for (const { id } of made) {
    const { profile, claimed, bought, jobs } = await held(id);
    assert.equal(bought.length, 1, `${bought.length} were bought for ${id}`);
    assert.deepEqual([[profile], claimed, jobs], [bought, bought, 0]);
  }
  assert.equal(far.bought.length, made.length);
}
