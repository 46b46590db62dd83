import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerKind } from '../../src/moving/customers.ts';
import { planKind } from '../../src/moving/plans.ts';
import { subscriptionKind } from '../../src/moving/subscriptions.ts';
import { tokenKind } from '../../src/moving/tokens.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { type Club, goodCard, openClub } from '../subscriptions/club.ts';
import { type AnyRow, exportOf, importInto } from './mover.ts';

type Exported = Awaited<ReturnType<typeof exportOf>>;

/** Two businesses whose members have the same ids, without an id of their owners, and a third one. */
async function open(scope: Scope) {
  const fixture = await makeFixture(scope);
  const shops: Club[] = [];
  for (const FirstName of ['Ada', 'Bo']) {
    const club = await openClub(scope, { fixture });
    const own = { FirstName, Email: `${FirstName}@example.com` };
    await club.join({ CardToken: await club.token(goodCard, own) });
    fixture.clock.pass(60_000);
    shops.push(club);
  }
  const [first, second] = shops as [Club, Club];
  const target = await fixture.addBusiness();
  const { world } = first;
  const numbersOf = ({ customers, subscriptions }: Exported) =>
    [customers![0]!.customerId, subscriptions![0]!.id].map((id) => String(id).split('/').at(-1));
  const exports = [await exportOf(world, first.caller), await exportOf(world, second.caller)];
  assert.deepEqual(numbersOf(exports[0]!), numbersOf(exports[1]!), 'their ids are the same');
  return {
    first,
    exports: exports as [Exported, Exported],
    target,
    /** What became of the rows: customers, cards, subscriptions. */
    async moved(rows: Exported, into: Caller = target) {
      const kinds = [
        [customerKind, rows.customers],
        [planKind, rows.plans ?? []],
        [tokenKind('sandbox'), rows.tokens!.map((row) => ({ ...row, number: goodCard }))],
        [subscriptionKind, rows.subscriptions],
      ] as const;
      const outcomes: string[] = [];
      for (const [kind, given] of kinds) {
        const { reports } = await importInto(world, into, kind, given!);
        outcomes.push(...reports.map(({ outcome, why }) => why ?? outcome));
      }
      return outcomes;
    },
    /** Whom each subscription charges, and whose card. */
    async members(of: Caller = target) {
      return await fixture.db.query<{ person: string; holder: string }>(
        `select c.first_name as person, h.first_name as holder from subscriptions s
         join customers c on c.business_id = s.business_id and c.id = s.customer_id
         join tokens t on t.business_id = s.business_id and t.token = s.token
         join customers h on h.business_id = t.business_id and h.id = t.customer_id
         where s.business_id = $1 order by s.id`,
        [of.business.id],
      );
    },
    async people(of: Caller = target) {
      const { customers } = await exportOf(world, of);
      return customers!.map(({ firstName }) => firstName).toSorted();
    },
  };
}

/** As exports were before they named the business. */
function asFormerly(rows: Exported): Exported {
  const renamed = (name: string) => name.replace(/^(quittance:)\d+\//, '$1');
  const each = (all: readonly AnyRow[] | undefined, change: (row: AnyRow) => AnyRow) =>
    (all ?? []).map(change);
  return {
    customers: each(rows.customers, (row) => ({ ...row, id: renamed(row.id) })),
    tokens: each(rows.tokens, (row) => ({ ...row, customer: renamed(row.customer) })),
    subscriptions: each(rows.subscriptions, ({ subscriptionId: id, ...row }) => {
      return { ...row, id, customer: renamed(row.customer) };
    }),
  };
}

const created = ['created', 'created', 'created'];
const there = ['exists', 'exists', 'exists'];
const [ada, bo] = ['Ada', 'Bo'].map((person) => ({ person, holder: person }));

test('two exports are imported into one business, and each person keeps a card and a subscription', async (t) => {
  const { exports, moved, members } = await open(t);
  for (const rows of exports) assert.deepEqual(await moved(rows), created);
  assert.deepEqual(await members(), [ada, bo]);
  for (const rows of exports) assert.deepEqual(await moved(rows), there);
});

test('what was imported from an export of a former version is there, and takes its new name', async (t) => {
  const { exports, moved, members, people } = await open(t);
  const former = asFormerly(exports[0]);
  assert.deepEqual(await moved(former), created);
  assert.deepEqual(await moved(former), there);
  assert.deepEqual(await moved(exports[1]), created, 'not the one that has the same number');
  assert.deepEqual(await moved(exports[0]), ['joined', 'exists', 'exists']);
  assert.deepEqual(await moved(exports[0]), there);
  assert.deepEqual(await members(), [ada, bo]);
  assert.deepEqual(await people(), ['Ada', 'Bo']);
});

test('an export is there where it comes from, under the names of this version and of a former one', async (t) => {
  const { first, exports, moved, members, people } = await open(t);
  assert.deepEqual(await moved(exports[0], first.caller), ['joined', 'exists', 'exists']);
  assert.deepEqual(await moved(exports[0], first.caller), there);
  const { subscriptions } = asFormerly(exports[0]);
  const own = await importInto(first.world, first.caller, subscriptionKind, subscriptions!);
  assert.equal(own.counts.exists, 1);
  assert.deepEqual(await moved(exports[1], first.caller), created);
  assert.deepEqual(await members(first.caller), [ada, bo]);
  assert.deepEqual(await people(first.caller), ['Ada', 'Bo']);
});

test('an export of another installation is not taken for that of a business with the same number', async (t) => {
  const { first, exports, moved, members } = await open(t);
  const { id } = first.caller.business;
  const text = JSON.stringify(exports[1]).replaceAll(/quittance:\d+\//g, `quittance:${id}/`);
  assert.deepEqual(await moved(JSON.parse(text), first.caller), created);
  assert.deepEqual(await members(first.caller), [ada, bo]);
});
