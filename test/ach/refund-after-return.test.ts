import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect, release } from '../../src/clearing/collect.ts';
import type { ClearingFile } from '../../src/clearing/file.ts';
import { insertFile, listFiles } from '../../src/clearing/file-store.ts';
import { readInboxes } from '../../src/clearing/inbox.ts';
import { openWindow } from '../../src/clearing/open-window.ts';
import { rejectFile } from '../../src/clearing/reject-file.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { life } from '../mortal.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, newYork, openAchShop } from './returns-street.ts';

const why = { actor: 'operator:ada', reason: 'the bank did not know the company' };

/** What is left when a payment came back and its refund never went. */
const nothingGiven = { returns: 10_000n, sales: -10_000n };

/** A payment that settled and was refunded, with the refund in no file yet. */
async function refunded(shop: AchShop, amount?: string): Promise<bigint> {
  const id = await shop.pay('1234567', { OrderNumber: 'A-1' });
  await shop.until('2030-01-17 09:00');
  await shop.refund('A-1', amount);
  return id;
}

async function comesBack(shop: AchShop, id: bigint): Promise<void> {
  const bank = bankOf(shop);
  const debit = (await shop.entries(id)).find(({ kind }) => kind === 'debit')!;
  await bank.post('back.ach', await bank.answerEntry(debit.id, 'R10'));
  await readInboxes(shop.world, shop.businessId);
}

async function lastFile({ house, businessId }: AchShop): Promise<ClearingFile> {
  const files = await listFiles(house.db, businessId, 10);
  return files.find(({ direction }) => direction === 'out')!;
}

async function creditOf(shop: AchShop, id: bigint): Promise<string> {
  return (await shop.entries(id)).find(({ kind }) => kind === 'credit')!.state;
}

/** Told as one that was still queued when its payment came back. */
async function isCanceled(shop: AchShop, id: bigint): Promise<void> {
  assert.equal(await creditOf(shop, id), 'canceled');
  assert.equal((await shop.payment(id)).refunded_cents, 0n);
  assert.deepEqual(await shop.ledger(), nothingGiven);
  const [failed, ...more] = await shop.events('payment.refund_failed');
  assert.deepEqual(more, []);
  assert.equal(failed?.data.outcomeCode, 'payment_returned');
  assert.deepEqual(await shop.findings(), []);
}

test('a refund whose file is refused after its payment came back is sent no more', async (t) => {
  const shop = await openAchShop(t);
  const id = await refunded(shop);
  await shop.until('2030-01-17 20:30');
  assert.equal(await creditOf(shop, id), 'originated');
  await comesBack(shop, id);
  assert.equal((await shop.payment(id)).refunded_cents, 10_000n, 'it is with the bank');
  const sent = (await bankOf(shop).sent()).length;

  await rejectFile(shop.world, await lastFile(shop), why);
  await isCanceled(shop, id);
  await shop.until('2030-01-30 12:00');
  assert.equal((await bankOf(shop).sent()).length, sent);
  await isCanceled(shop, id);
});

test('a refund whose file is refused while its payment stands is sent with the next', async (t) => {
  const shop = await openAchShop(t);
  const id = await refunded(shop, '40.00');
  await shop.until('2030-01-17 20:30');
  await rejectFile(shop.world, await lastFile(shop), why);
  assert.equal(await creditOf(shop, id), 'queued');
  // And when it comes back only then, it is as any other that waits.
  await comesBack(shop, id);
  await isCanceled(shop, id);
});

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

  let died = true;
  let lives = 0;
  for (const { shop, id } of shops) {
    if (!died) break;
    const span = life(lives + 1);
    const mortal = await shop.house.open(span);
    const file = await lastFile(shop);
    span.begin();
    await rejectFile(mortal, file, why).catch(() => {});
    died = span.isOver;
    lives += 1;
    // A worker finds what the dead one left, or the operator says it once more.
    await rejectFile(shop.world, file, why).catch(() => {});
    shop.house.clock.pass(200_000);
    while ((await workOnce(shop.world)) > 0);
    assert.equal(await creditOf(shop, id), 'canceled', `death at moment ${lives}`);
    assert.deepEqual(await shop.ledger(), nothingGiven, `death at moment ${lives}`);
  }
  assert.ok(!died && lives > 20, `${lives} lives`);
  const sent = (await bankOf(first).sent()).length;
  await first.until('2030-01-30 12:00');
  assert.equal((await bankOf(first).sent()).length, sent);
  assert.deepEqual(await first.findings(), []);
});

test('a refund that a file let go again, since its hour was over, is sent no more when its payment came back', async (t) => {
  const shop = await openAchShop(t);
  const id = await refunded(shop);
  const file = await beganFile(shop, '2030-01-17 20:05');
  assert.equal(await creditOf(shop, id), 'filed');
  await comesBack(shop, id);
  await release(shop.world, file);
  await isCanceled(shop, id);
});

/** One whose maker collected what waited, and fell silent over it. */
async function beganFile({ house, world, businessId }: AchShop, at: string): Promise<ClearingFile> {
  house.clock.setTo(newYork(at));
  const window = openWindow(world.now(), false)!;
  const file: ClearingFile = {
    ...window,
    scope: businessId,
    id: await world.ids.next(businessId),
    direction: 'out',
    state: 'collecting',
    name: '20300117-Z.ach',
    fileOn: Temporal.PlainDate.from('2030-01-17'),
    number: 20,
    environment: 'sandbox',
    sha256: undefined,
    entryCount: 0,
    debitCents: 0n,
    creditCents: 0n,
    faults: [],
    resolveAt: new Date(world.now().getTime() + 180_000),
    createdAt: world.now(),
    deliveredAt: undefined,
  };
  await insertFile(house.db, file);
  await collect(world, file);
  return file;
}

for (const amount of [undefined, '40.00']) {
  test(`what was given back${amount ? ' in part' : ''} is not debited again, also when nothing of that was sent`, async (t) => {
    const shop = await openAchShop(t);
    const id = await refunded(shop, amount);
    const bank = bankOf(shop);
    const debit = (await shop.entries(id)).find(({ kind }) => kind === 'debit')!;
    await bank.post('back.ach', await bank.answerEntry(debit.id, 'R01'));
    await readInboxes(shop.world, shop.businessId);
    await isCanceled(shop, id);
    await shop.until('2030-02-15 12:00');
    assert.deepEqual(
      (await shop.entries(id)).map(({ kind, state }) => [kind, state]),
      [
        ['debit', 'returned'],
        ['credit', 'canceled'],
      ],
    );
    const [told] = await shop.events('payment.returned');
    assert.deepEqual([told?.data.representedAt, told?.data.payerIsAsked], [undefined, undefined]);
    await isCanceled(shop, id);
  });
}
