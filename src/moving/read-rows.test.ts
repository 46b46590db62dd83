import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FileRow, type Format, readRows } from './read-rows.ts';

async function read(format: Format, text: string | Buffer, size = 3): Promise<FileRow[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return await Array.fromAsync(readRows(chunks(), format));
}

test('CSV has quotes, line breaks in quotes and every kind of line end', async () => {
  const text = '\ufeffid,name\r\n1,"a ""b"", c"\r\n\r\n2,"two\nlines"\n3,\r4,ü🙂';
  for (const size of [1, 2, 3, 1000]) {
    assert.deepEqual(await read('csv', text, size), [
      { line: 2, values: { id: '1', name: 'a "b", c' } },
      { line: 4, values: { id: '2', name: 'two\nlines' } },
      { line: 6, values: { id: '3', name: '' } },
      { line: 7, values: { id: '4', name: 'ü🙂' } },
    ]);
  }
});

test('a CSV row with too few values is named, and the others are read', async () => {
  assert.deepEqual(await read('csv', 'id,name\n1\n2,b\n'), [
    { line: 2, flaw: 'has 1 values, and the first line names 2' },
    { line: 3, values: { id: '2', name: 'b' } },
  ]);
});

test('what is no CSV or no UTF-8 is refused as a whole, with its line', async () => {
  await assert.rejects(
    read('csv', 'id,name\n1,"b\n2,c\n'),
    /quote in the record of line 2 is not closed/,
  );
  await assert.rejects(read('csv', 'id,name\n1,b"c\n'), /line 2 has a quote in the middle/);
  await assert.rejects(read('csv', 'id,id\n'), /names the column id twice/);
  await assert.rejects(read('ndjson', Buffer.from([0x7b, 0xff, 0x7d])), /not UTF-8/);
  await assert.rejects(
    read('csv', `id\n"${'x'.repeat(1_100_000)}`, 65_536),
    /line 2 begins a record/,
  );
});

test('NDJSON is one object on each line', async () => {
  assert.deepEqual(await read('ndjson', '{"id":1,"name":null}\n\n[1]\n{"id":\n{"id":"2"}'), [
    { line: 1, values: { id: 1, name: null } },
    { line: 3, flaw: 'is no JSON object' },
    { line: 4, flaw: 'is no JSON object' },
    { line: 5, values: { id: '2' } },
  ]);
});
