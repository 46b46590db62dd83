import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { everyLife } from '../crash-world.ts';
import { comesBack, creditOf, lastFile, nothingGiven, why } from './returned-payment.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

test('whoever takes a refused file back may die at any moment, and no refund of it goes out', async (t) => {
  const first = await openAchShop(t);
  const rejected = async (shop: AchShop) => {
    const id = await shop.pay('1234567', { OrderNumber: 'A-1' });
    return { shop, id };
  };
  const shops = [await rejected(first)];
  const most = 60;
  for (let i = 0; i < most; i += 1)
    shops.push(await rejected(await openAchShop(t, { beside: first })));
  await first.until('2030-01-17 09:00');
  for (const { shop } of shops) await shop.refund('A-1');
  await first.until('2030-01-17 20:30');
  for (const { shop, id } of shops) await comesBack(shop, id);

  await everyLife(
    { name: 'ach/refund-after-return-deaths' },
    {
      open: first.fixture.open,
      async before(n) {
        const { shop, id } = shops[n - 1]!;
        return { shop, id, file: await lastFile(shop) };
      },
      act: (crashing, { file }) => rejectFile(crashing, file, why),
      async others({ shop, file }) {
        // A worker finds what the dead one left, or the operator says it once more.
        await rejectFile(shop.world, file, why).catch(() => {});
        shop.fixture.clock.pass(200_000);
        while ((await workOnce(shop.world)) > 0);
      },
      async judge({ shop, id }) {
        assert.equal(await creditOf(shop, id), 'canceled');
        assert.deepEqual(await shop.ledger(), nothingGiven);
      },
    },
  );
  const sent = (await bankOf(first).sent()).length;
  await first.until('2030-01-30 12:00');
  assert.equal((await bankOf(first).sent()).length, sent);
  assert.deepEqual(await first.findings(), []);
});
