import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '../../src/database/manifest.ts';
import { customerKind } from '../../src/moving/customers.ts';
import { planKind } from '../../src/moving/plans.ts';
import { subscriptionKind } from '../../src/moving/subscriptions.ts';
import { tokenKind } from '../../src/moving/tokens.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { makeFixture } from '../fixture.ts';
import { importInto } from './mover.ts';

/** A hash of all rows of each table. */
async function everything(db: Database): Promise<Readonly<Record<string, string>>> {
  const hashes: Record<string, string> = {};
  for (const name of Object.keys(manifest)) {
    const [row] = await db.query<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, '\n' order by t::text), '')) as hash from ${name} t`,
    );
    hashes[name] = row!.hash;
  }
  return hashes;
}

test('a dry run of any kind changes no row of any table, not even a counter or a key', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  const other = await fixture.addBusiness();
  const customers = [{ id: 'A-1', firstName: 'Ada', status: 'inactive' }, { id: 'A-2' }];
  const card = { number: '4242424242424242', expiryMonth: '12', expiryYear: '2044' };
  const tokens = [{ id: 'T-1', customer: 'A-1', ...card }];
  const plans = [{ id: 'gold', amountCents: 1250, interval: 'monthly' }];
  const day = '2030-02-01';
  const subscription = {
    id: 'S-1',
    customer: 'A-1',
    token: 'T-1',
    plan: 'gold',
    nextChargeOn: day,
  };
  const kinds = [
    [customerKind, customers],
    [tokenKind('sandbox'), tokens],
    [planKind, plans],
    [subscriptionKind, [subscription]],
  ] as const;
  await importInto(world, other, customerKind, customers);
  // A business without an id, a key or a row of its own.
  const before = await everything(fixture.db);
  await importInto(world, shop, customerKind, customers, { isDry: true });
  assert.deepEqual(await everything(fixture.db), before);

  for (const [kind, rows] of kinds) {
    const untouched = await everything(fixture.db);
    const dry = await importInto(await fixture.open(), shop, kind, rows, { isDry: true });
    assert.deepEqual(await everything(fixture.db), untouched);
    assert.deepEqual(
      dry.reports.map(({ outcome, made }) => [outcome, made]),
      rows.map(() => ['created', undefined]),
    );
    const real = await importInto(world, shop, kind, rows);
    assert.deepEqual(real.counts, dry.counts);
  }
});
