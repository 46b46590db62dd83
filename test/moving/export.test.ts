import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '../../src/database/manifest.ts';
import '../../src/cli/index.ts';
import { customerKind } from '../../src/moving/customers.ts';
import { exportKinds } from '../../src/moving/export-kinds.ts';
import { exportedTables, leftOut } from '../../src/moving/exported-tables.ts';
import { openClub } from '../subscriptions/club.ts';
import { exportOf, importInto } from './mover.ts';

test('each table with rows of businesses is exported, or it is said why not', () => {
  const tables = Object.entries(manifest).flatMap(([name, { kind }]) =>
    kind === 'reference' ? [] : [name],
  );
  assert.deepEqual([...exportedTables, ...Object.keys(leftOut)].sort(), tables.sort());
});

test('an export has what the business owns, nothing of another, and no number or secret', async (t) => {
  const club = await openClub(t);
  await club.join({ PlanCode: 'gold' });
  const other = await club.fixture.addBusiness();
  await importInto(club.world, other, customerKind, [{ id: 'X-1', firstName: 'Stranger' }]);
  const exported = await exportOf(club.world, club.caller);
  const text = JSON.stringify(exported);
  assert.doesNotMatch(text, /4242424242424242|Stranger/);
  assert.ok(!text.includes(club.caller.apiKey));
  for (const { name } of exportKinds()) {
    const rows = await club.fixture.db.query<{ n: bigint }>(
      `select count(*) as n from ${name} where business_id = $1`,
      [club.id],
    );
    assert.equal(exported[name]?.length ?? 0, Number(rows[0]?.n), name);
  }
  const [customer] = exported.customers!;
  const [token] = exported.tokens!;
  assert.deepEqual(
    [customer?.firstName, token?.last4, token?.customer],
    ['Ada', '4242', customer?.id],
  );
  assert.equal(exported.subscriptions?.[0]?.plan, 'gold');
});

test('exported customers are imported elsewhere, and are the same there', async (t) => {
  const { fixture, world, caller, token } = await openClub(t);
  await token();
  await importInto(world, caller, customerKind, [
    {
      id: 'own',
      firstName: 'Bo',
      status: 'inactive',
      details: { A: 'b' },
      createdAt: '2021-02-03T04:05:06Z',
    },
  ]);
  const before = (await exportOf(world, caller)).customers!;
  const target = await fixture.addBusiness();
  const { counts } = await importInto(world, target, customerKind, before);
  assert.deepEqual(counts, { created: 2, joined: 0, exists: 0, refused: 0 });
  const after = (await exportOf(world, target)).customers!;
  const known = (rows: typeof before) =>
    rows
      .map(({ customerId: _, updatedAt: __, ...row }) => row)
      .sort((a, b) => a.id.localeCompare(b.id));
  assert.deepEqual(known(after), known(before));
});
