import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { freshDatabase } from '../../test/database.ts';
import { bool, bytea, int2, int4, int8, json, jsonb, text, timestamptz, uuid } from './column.ts';
import { rowSet } from './table.ts';

const { db } = await freshDatabase({ after });

const everything = rowSet({
  ordinal: int4,
  whole: int8,
  small: int2,
  flag: bool,
  someText: text,
  bytes: bytea,
  id: uuid,
  document: json,
  binaryDocument: jsonb,
  moment: timestamptz,
});

const orNothing = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const withoutNul = anyText().filter((s) => !s.includes('\0'));
const row = fc.record({
  whole: orNothing(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  small: orNothing(fc.integer({ min: -32768, max: 32767 })),
  flag: orNothing(fc.boolean()),
  someText: orNothing(withoutNul),
  bytes: orNothing(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  id: orNothing(fc.uuid()),
  document: orNothing(withoutNul.map((s) => JSON.stringify({ s }))),
  binaryDocument: orNothing(fc.integer().map((n) => JSON.stringify({ n }))),
  moment: orNothing(
    fc.date({ min: new Date('1950-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
  ),
});

test('whatever goes in as a set of rows comes out as the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const sent = rows.map((one, ordinal) => ({ ordinal, ...one }));
      const found = await db.query<Record<string, unknown>>(
        `select whole, small, flag, some_text, bytes, id, document::text, binary_document::text, moment
         from ${everything.sql} order by ordinal`,
        everything.encode(sent),
      );
      const expected = rows.map((one) => ({
        whole: one.whole ?? null,
        small: one.small ?? null,
        flag: one.flag ?? null,
        some_text: one.someText ?? null,
        bytes: one.bytes ?? null,
        id: one.id ?? null,
        document: one.document ?? null,
        binary_document: one.binaryDocument ? one.binaryDocument.replace(':', ': ') : null,
        moment: one.moment ?? null,
      }));
      assert.deepEqual(found, expected);
    }),
    { numRuns: 100 },
  );
});

test('sets of rows can stand side by side in one statement', async () => {
  const names = rowSet({ id: int8, name: text });
  const colours = rowSet({ id: int8, colour: text }, names.nextParameter);
  const found = await db.query(
    `select name, colour from (select * from ${names.sql}) n join (select * from ${colours.sql}) c using (id)`,
    [
      ...names.encode([
        { id: 1n, name: 'sky' },
        { id: 2n, name: 'leaf' },
      ]),
      ...colours.encode([{ id: 2n, colour: 'green' }]),
    ],
  );
  assert.deepEqual(found, [{ name: 'leaf', colour: 'green' }]);
});
