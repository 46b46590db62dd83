import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { workJobs } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { everyLife, type Lived } from '../crash-world.ts';
import { type NumberShop, openNumberShop } from './number-shop.ts';

test('whenever the process dies that makes a business, it has one number in the end, or is not there', async (t) => {
  const shop = await openNumberShop(t);
  const { lives } = await liveThrough(shop, (world) => shop.make(world));
  assert.ok(lives > 6, `only ${lives} lives`);
});

test('whenever the process dies that buys a number later, there is one number in the end', async (t) => {
  const shop = await openNumberShop(t);
  const { far, fixture } = shop;
  const { lives } = await liveThrough(shop, workJobs, async () => {
    far.instead = () => ({ status: 503, body: '' });
    await shop.make(await fixture.open());
    far.instead = undefined;
    fixture.clock.pass(60_000);
  });
  assert.ok(lives > 4, `only ${lives} lives`);
});

test('a carrier that forgot under which name it had sold would be found out', async (t) => {
  const shop = await openNumberShop(t);
  shop.far.instead = ({ method, path }) => {
    if (method === 'POST' || !path.endsWith('IncomingPhoneNumbers.json')) return undefined;
    return { status: 200, body: { incoming_phone_numbers: [] } };
  };
  await assert.rejects(
    liveThrough(shop, (world) => shop.make(world)),
    /2 were bought/,
  );
});

/** Each dies at its n-th moment, here or just before or after the carrier did what it was asked for. */
async function liveThrough(
  shop: NumberShop,
  act: (world: World) => Promise<unknown>,
  before = async () => {},
): Promise<Lived> {
  const { fixture, far } = shop;
  return await everyLife(
    { name: 'carriers/number-deaths' },
    {
      async open({ atMoment }) {
        const world = await fixture.open({ atMoment });
        far.atMoment = atMoment as () => void;
        return world;
      },
      async before(n) {
        far.offers.push(`+1617555${String(1000 + n)}`);
        await before();
      },
      act: (world) =>
        act(world).finally(() => {
          far.atMoment = () => {};
        }),
      others: () => shop.workOff(),
      judge: () => assertOneEach(shop),
    },
  );
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
