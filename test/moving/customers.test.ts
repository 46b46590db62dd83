import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importAudited } from '../../src/moving/audited-import.ts';
import { customerKind } from '../../src/moving/customers.ts';
import { FileFlaw } from '../../src/moving/file-flaw.ts';
import { readRows } from '../../src/moving/read-rows.ts';
import { contactWithPhone, findOrMakeByPhone } from '../../src/parties/customers/by-phone.ts';
import { customers } from '../../src/parties/customers/customer.ts';
import { makeFixture } from '../fixture.ts';
import { importInto } from './mover.ts';

const ada = {
  id: 'A-1',
  firstName: 'Ada',
  lastName: 'Park',
  email: 'Ada@Example.com',
  phone: '(212) 555-0100',
  city: 'New York',
  stateCode: 'ny',
  status: 'do_not_contact',
  details: { Shoe: '42' },
  createdAt: '2020-01-31T10:00:00Z',
};

test('customers are imported once, with everything that is known of them', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  const first = await importInto(world, shop, customerKind, [ada, { id: 'A-2' }]);
  assert.deepEqual(first.counts, { created: 2, joined: 0, exists: 0, refused: 0 });
  const [row] = await customers.read(
    world.db,
    `select ${customers.columns} from customers where business_id = $1 and external_id = 'A-1'`,
    [shop.business.id],
  );
  assert.deepEqual(
    [row?.email, row?.phone, row?.stateCode, row?.status, row?.details, row?.createdAt],
    [
      'ada@example.com',
      '2125550100',
      'NY',
      'do_not_contact',
      { Shoe: '42' },
      new Date(ada.createdAt),
    ],
  );
  assert.equal(first.reports[0]?.made, String(row?.id));

  const again = await importInto(world, shop, customerKind, [ada, { id: 'A-2' }, { id: 'A-3' }]);
  assert.deepEqual(again.counts, { created: 1, joined: 0, exists: 2, refused: 0 });
  assert.equal(again.reports[0]?.made, first.reports[0]?.made);
});

test('every wrong value of a row is named, none is quoted, and the other rows are imported', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  const rows = [
    { id: 'B-1', email: 'nobody', phone: '12', stateCode: 'XX', colour: 'red' },
    { firstName: 'Nobody' },
    { id: '4242424242424242' },
    { id: 'B-2', stateCode: 'XX' },
    { id: 'B-3', firstName: { a: 1 }, status: 'gone', createdAt: 'yesterday' },
    { id: 'B-4' },
    { id: 'B-4' },
  ];
  const { counts, reports } = await importInto(world, shop, customerKind, rows);
  assert.deepEqual(counts, { created: 1, joined: 0, exists: 1, refused: 5 });
  const why = reports.map((one) => one.why ?? one.outcome);
  assert.match(why[0]!, /no column colour; email must be an e-mail address/);
  assert.equal(why[1], 'id is missing');
  assert.equal(why[2], 'id must not hold a card number');
  assert.match(why[3]!, /^stateCode must be a 2-letter state code/);
  assert.match(
    why[4]!,
    /firstName must be a text.*; status must be one of: active, .*; createdAt must be a moment/,
  );
  assert.deepEqual(why.slice(5), ['created', 'exists']);
});

test('a dry run says what an import would do, and writes nothing', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  const csv = 'id,firstName,phone\nC-1,Ada,2125550100\nC-2,Bo,none\n';
  const dry = await importInto(world, shop, customerKind, csv, { format: 'csv', isDry: true });
  const rows = await world.db.query('select id from customers where business_id = $1', [
    shop.business.id,
  ]);
  assert.deepEqual(rows, []);
  const real = await importInto(world, shop, customerKind, csv, { format: 'csv' });
  assert.deepEqual(dry.counts, real.counts);
  assert.deepEqual(real.counts, { created: 1, joined: 0, exists: 0, refused: 1 });
});

test('a customer who is there without an id of its own gets that of the file', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  const known = await world.db.begin((tx) =>
    findOrMakeByPhone(
      world,
      tx,
      shop.business.id,
      contactWithPhone('2125550100', { email: 'a@example.com' }),
    ),
  );
  const row = { id: 'D-1', phone: '2125550100', email: 'a@example.com' };
  const { reports } = await importInto(world, shop, customerKind, [row]);
  assert.deepEqual(
    reports.map(({ outcome, made }) => [outcome, made]),
    [['joined', String(known)]],
  );
  const again = await importInto(world, shop, customerKind, [row]);
  assert.equal(again.reports[0]?.outcome, 'exists');
});

test('two imports of one file at once make each customer once', async (t) => {
  const fixture = await makeFixture(t);
  const shop = await fixture.addBusiness();
  const rows = Array.from({ length: 300 }, (_, n) => ({
    id: `E-${n}`,
    phone: String(3_000_000_000 + n),
  }));
  const both = await Promise.all(
    [0, 1].map(async () => await importInto(await fixture.open(), shop, customerKind, rows)),
  );
  const sum = (outcome: 'created' | 'exists' | 'refused') =>
    both[0]!.counts[outcome] + both[1]!.counts[outcome];
  assert.deepEqual([sum('created'), sum('exists'), sum('refused')], [300, 300, 0]);
  assert.deepEqual(
    both[0]!.reports.map((one) => one.made),
    both[1]!.reports.map((one) => one.made),
  );
});

test('of a file that is damaged in the middle the audit log tells how many rows were imported', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  const rows = Array.from({ length: 1001 }, (_, n) => `C-${n}\n`).join('');
  const imported = async (text: string, isDry = false) =>
    await importAudited(world, {
      business: shop.business,
      kind: customerKind,
      noun: 'customers',
      actor: 'operator:ann',
      signedBy: undefined,
      rows: readRows(bytesIn(text), 'csv'),
      isDry,
      async report() {},
    });
  const damaged = `id\n${rows}"C-never closed`;
  await assert.rejects(imported(damaged, true), FileFlaw);
  await assert.rejects(imported(damaged), FileFlaw);
  await imported(`id\n${rows}`);
  const acts = await fixture.db.query<{ act: string; facts: object }>(
    'select act, facts from audit_trail where business_id = $1 order by n',
    [shop.business.id],
  );
  const none = { joined: 0, refused: 0 };
  assert.deepEqual(acts, [
    { act: 'customers.imported', facts: { ...none, created: 1000, exists: 0, isWhole: false } },
    { act: 'customers.imported', facts: { ...none, created: 1, exists: 1000, isWhole: true } },
  ]);
});

async function* bytesIn(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
