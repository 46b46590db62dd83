import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginDue } from '../../src/invoicing/subscriptions/begin-due.ts';
import { chargeFor } from '../../src/invoicing/subscriptions/charge-due.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import type { World } from '../../src/world.ts';
import { meetBothWays } from '../pause.ts';
import { payByCard } from '../pay-links/fixture.ts';
import { type Size, sizeOf } from '../size.ts';
import { type Club, momentOf, openClub } from './club.ts';
import { linkOf, periodsOf, storyOf, triesOf } from './member.ts';

export function testRaces(size?: Size): void {
  test('a payer who pays the link of a period while it is charged, first or second: it is charged once, and the loser hears it', async (t) => {
    const club = await openClub(t);
    const left = await beginning(club, sizeOf({ gate: 12, usual: 60, full: 120 }, size));
    const met: bigint[] = [];
    const heard = new Set<string>();
    const pay = async (world: World, { address }: { readonly address: string }) => {
      const [end] = await Promise.allSettled([payByCard(world, address, '5555555555554444')]);
      if (end.status === 'fulfilled') {
        assert.equal(end.value.state, 'captured');
        heard.add('payer');
      } else {
        assert.ok(end.reason instanceof Refusal, String(end.reason));
        assert.match(end.reason.code, /order_number_reused|order_undecided|invoice_ended/);
        heard.add('scheduler');
      }
    };
    await meetBothWays(
      { name: 'subscriptions/races', size },
      {
        ...club.fixture,
        async before() {
          const id = left.pop();
          assert.ok(id !== undefined, 'more members are needed');
          met.push(id);
          return { id, address: (await linkOf(club, id, 1))! };
        },
        one: pay,
        other: (world, { id }) => chargeFor(world, club.id, { only: id }),
        async judge({ id }) {
          const tries = await triesOf(club, id);
          assert.equal(tries.filter((line) => line.endsWith('captured')).length, 2, tries.join());
        },
      },
    );
    assert.deepEqual([...heard].toSorted(), ['payer', 'scheduler']);
    await club.until('2030-02-28 12:00');
    for (const id of met) {
      assert.deepEqual((await periodsOf(club, id)).at(-1)?.state, 'paid');
      assert.equal((await triesOf(club, id)).length, 2);
      assert.equal(await storyOf(club, id), 'scheduled incomplete active');
    }
    assert.deepEqual(await club.findings(), []);
  });
}

/** So many members, each with a period that has just begun and that nobody has charged yet. */
export async function beginning(club: Club, count: number): Promise<bigint[]> {
  await club.until('2030-01-31 12:00');
  const ids: bigint[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await club.join({ Amount: `${i + 1}.00` }));
  club.fixture.clock.setTo(momentOf(club, '2030-02-28 09:00'));
  assert.equal(await beginDue(club.world), count);
  return ids;
}
