import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyRows, readCsv } from '../../portal/src/data/csv-stream.ts';
import { toggled } from '../../portal/src/data/selection.ts';

const ids = ['a', 'b', 'c', 'd'];

test('one row is chosen and left; with Shift all between take the state of the one before', () => {
  const one = toggled(ids, new Set(), 'b');
  assert.deepEqual([...one], ['b']);
  const three = toggled(ids, one, 'd', 'b');
  assert.deepEqual([...three], ['b', 'c', 'd']);
  const none = toggled(ids, toggled(ids, three, 'd'), 'b', 'd');
  assert.deepEqual([...none], []);
  // A row that is on the page no more begins no range.
  assert.deepEqual([...toggled(ids, new Set(['x']), 'c', 'x')].toSorted(), ['c', 'x']);
});

const csv = 'id,note\r\n1,"two\r\nlines, ""quoted"""\r\n2,\r\n3,\'=x\r\n';

function streamOf(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

test('rows of a CSV are counted as it comes, in pieces of any length', async () => {
  for (const size of [1, 7, 1000]) {
    const counts: number[] = [];
    const pieces = await readCsv(streamOf(new TextEncoder().encode(csv), size), {
      onRows: (rows) => counts.push(rows),
      signal: new AbortController().signal,
    });
    assert.equal(pieces.join(''), csv);
    assert.equal(counts.at(-1), 3, `pieces of ${size}`);
  }
});

test('a CSV that breaks off or is stopped is an error', async () => {
  const onRows = () => {};
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error('broke off'));
    },
  });
  await assert.rejects(readCsv(broken, { onRows, signal: new AbortController().signal }), /broke/);
  const stopped = new AbortController();
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('1\n'));
      stopped.abort();
    },
  });
  await assert.rejects(readCsv(endless, { onRows, signal: stopped.signal }), {
    name: 'AbortError',
  });
});

test('only the chosen rows of a CSV stay, each as it was', () => {
  assert.equal(
    onlyRows(csv, new Set(['1', '3'])),
    'id,note\r\n1,"two\r\nlines, ""quoted"""\r\n3,\'=x\r\n',
  );
});
