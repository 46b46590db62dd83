import assert from 'node:assert/strict';
import type { ClearingFile } from '../../src/ach/files/file.ts';
import { nextCutoff } from '../../src/kernel/ach-windows.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { liveBankOf, liveSettings, openLiveShops } from './live-shops.ts';
import { lastFile } from './returned-payment.ts';
import type { AchShop } from './returns-fixture.ts';

/** A payment of a live business. */
type Paid = { readonly shop: AchShop; readonly id: bigint };

/** Live businesses that are paid anew on each banking day, and a worker that sleeps in between. */
export type LiveWeek = {
  readonly fixture: Fixture;
  readonly shops: readonly AchShop[];
  /** One payment of each business. */
  pay(): Promise<Paid[]>;
  /** At the next cut-off of the evening; returns it. */
  untilCutoff(): Date;
  drain(): Promise<void>;
  /** What was paid is with the bank; the file that it is in. */
  sendAll(): Promise<{ file: ClearingFile; paid: Paid[] }>;
  /** When what was sent settles. */
  untilSettlement(paid: readonly Paid[]): Promise<void>;
  states(paid: readonly Paid[]): Promise<string[]>;
  /** Each entry that was sent was sent once, under the trace that we know. */
  sentOnce(): Promise<void>;
};

export async function openLiveWeek(scope: Scope, count: number): Promise<LiveWeek> {
  const fixture = await makeFixture(scope, { settings: liveSettings });
  const shops = await openLiveShops(scope, fixture, count);
  const worker: World = await fixture.open();
  const drain = async () => {
    while ((await workOnce(worker)) > 0);
  };
  const pay = async () => {
    const paid: Paid[] = [];
    for (const shop of shops) paid.push({ shop, id: await shop.pay('1234567') });
    return paid;
  };
  const untilCutoff = () => {
    const cutoffAt = nextCutoff(fixture.clock.now(), false);
    fixture.clock.setTo(cutoffAt);
    return cutoffAt;
  };
  return {
    fixture,
    shops,
    pay,
    untilCutoff,
    drain,
    async sendAll() {
      const paid = await pay();
      untilCutoff();
      await drain();
      return { file: await lastFile({ ...shops[0]!, businessId: 0n }), paid };
    },
    async untilSettlement([one]) {
      const [entry] = await one!.shop.entries(one!.id);
      fixture.clock.setTo(entry!.next_at!);
    },
    async states(paid) {
      return await Promise.all(paid.map(async ({ shop, id }) => (await shop.payment(id)).state));
    },
    async sentOnce() {
      const sent = await liveBankOf(shops[0]!).sent();
      const names = sent.map(({ entry }) => entry.individualId);
      assert.equal(new Set(names).size, names.length, 'an entry was sent twice');
      const traces = sent.map(({ entry }) => entry.traceNumber).toSorted();
      const entries = await Promise.all(shops.map((shop) => shop.entries()));
      const known = entries.flat().flatMap(({ trace_number }) => trace_number ?? []);
      assert.deepEqual(known.toSorted(), traces);
    },
  };
}
