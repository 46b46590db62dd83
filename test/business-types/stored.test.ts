import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../src/database/migrate.ts';
import { invoiceFields } from '../../src/parties/businesses/invoice-fields.ts';
import { services } from '../../src/parties/businesses/offering.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { listTypes } from '../../src/parties/businesses/types.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { makeFixture } from '../fixture.ts';
import { databaseOf } from '../old-database.ts';
import { typeWith } from './type-of.ts';

const migrations = readdirSync(join(import.meta.dirname, '../../migrations')).toSorted();
const countBefore = migrations.findIndex((file) => file.endsWith('_business_types.sql'));

test('businesses that were there go on with everything; types that none has hold as they were written', async (t) => {
  const db = await databaseOf(t, countBefore);
  await db.query(
    `insert into business_types (id, name, services, invoice_fields)
     values (7, 'In use', '{payments}', '{amount}'), (8, 'Not in use', '{messaging}', '{description}')`,
  );
  await db.query(
    `insert into businesses (business_id, username, name, environment, state, time_zone, limits_on, type_id, created_at)
     values (100001, '100001', 'Old', 'sandbox', 'payments_enabled', 'America/New_York', false, 7, '2030-01-01')`,
  );
  await migrate(db);

  const types = new Map((await listTypes(db)).map((type) => [type.id, type]));
  for (const id of [1, 7]) {
    const { services: has, invoiceFields: shows, features } = types.get(id)!;
    assert.deepEqual([...has].toSorted(), [...services].toSorted());
    assert.deepEqual([...shows].toSorted(), [...invoiceFields].toSorted());
    assert.deepEqual(features, ['representment']);
  }
  assert.deepEqual(types.get(8)!.services, ['messaging']);
  const business = (await readBusiness(db, 100_001n))!;
  assert.deepEqual(business.services, services);
  assert.equal(business.terms.represents, true);
});

test('features of a type hold for its businesses until terms are agreed with one itself', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const features = ['same_day', 'prenotes', 'partial_approvals'];
  const typeId = await typeWith(world, { features });
  const { business } = await fixture.addBusiness({ typeId });
  const termsNow = async () => (await readBusiness(world.db, business.id))!.terms;
  const { represents, sameDay, prenotes, partialApprovals } = await termsNow();
  assert.deepEqual([represents, sameDay, prenotes, partialApprovals], [false, true, true, true]);
  await changeTerms(world, business.id, { sameDay: false }, 'operator:ann');
  await world.db.query(`update business_types set features = '{}' where id = $1`, [typeId]);
  const agreed = await termsNow();
  assert.deepEqual([agreed.sameDay, agreed.prenotes, agreed.represents], [false, true, false]);
});
