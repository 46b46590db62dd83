import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { onlyRows, readLines } from '../../portal/src/data/csv-stream.ts';
import { heldRows } from '../../portal/src/data/held-rows.ts';
import {
  chosenColumns,
  columnName,
  filtersOf,
  readableOf,
} from '../../portal/src/data/list-address.ts';
import { toggled } from '../../portal/src/data/selection.ts';
import { takenOf } from '../../portal/src/data/taken.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';

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
    const pieces = await readLines(streamOf(new TextEncoder().encode(csv), size), {
      form: 'csv',
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
  const { signal } = new AbortController();
  await assert.rejects(readLines(broken, { form: 'csv', onRows, signal }), /broke/);
  const stopped = new AbortController();
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('1\n'));
      stopped.abort();
    },
  });
  await assert.rejects(readLines(endless, { form: 'csv', onRows, signal: stopped.signal }), {
    name: 'AbortError',
  });
});

test('only the chosen rows of a CSV stay, each as it was', () => {
  assert.equal(
    onlyRows(csv, new Set(['1', '3'])),
    'id,note\r\n1,"two\r\nlines, ""quoted"""\r\n3,\'=x\r\n',
  );
});

test('rows that are held keep their places, change where they are, and let new ones wait', () => {
  const id = (row: string) => row.slice(0, 1);
  const shown = ['c1', 'b1', 'a1'];
  // One changed, two came before them, and the last fell off the page.
  const held = heldRows(shown, ['e1', 'd1', 'c1', 'b2'], id);
  assert.deepEqual(held, { rows: ['c1', 'b2', 'a1'], waiting: 2 });
  // What comes from below, because a row left the filter, is not new.
  assert.deepEqual(heldRows(shown, ['c1', 'b1', 'z1'], id).waiting, 0);
  assert.deepEqual(heldRows(shown, ['g1', 'f1'], id).waiting, 2);
});

test('columns are chosen by name and in order, and come as they are where none is known', () => {
  const all = [
    { title: ['Amount', 'Importe'] },
    { title: ['Payment ID', 'ID del pago'], isExtra: true },
    { title: ['Created', 'Creado'] },
  ] as const;
  const names = (wanted?: readonly string[]) => chosenColumns(all, wanted).map(columnName);
  assert.deepEqual(names(), ['amount', 'created']);
  assert.deepEqual(names(['created', 'payment-id', 'gone', 'created']), ['created', 'payment-id']);
  assert.deepEqual(names(['gone']), ['amount', 'created']);
});

test('chosen payments add up to what they took, each currency by itself', () => {
  const one = { currency: 'USD', amountCaptured: 2100, amountVoided: 0 } as const;
  const voided = { ...one, amountCaptured: 900, amountVoided: 900 };
  const declined = { ...one, amountCaptured: 0 };
  const canadian = { ...one, currency: 'CAD' } as const;
  assert.deepEqual(takenOf([one, voided, declined, canadian, one]), { USD: 4200, CAD: 2100 });
});

test('where one is in a list and how it looks is no filter of it', () => {
  const query = {
    status: 'unknown',
    at: '7',
    columns: 'amount',
    first: '51',
    part: 'x',
    after: 'c',
  };
  assert.deepEqual(filtersOf(query), { status: 'unknown', after: 'c' });
});

test('filters of an address that cannot be read are left out, and named', () => {
  const filters = [
    {
      kind: 'states',
      title: ['Status', 'Estado'],
      name: 'status',
      values: ['captured', 'unknown'],
    },
    { kind: 'word', title: ['Method', 'Medio'], name: 'method', values: [['card', ['C', 'T']]] },
    { kind: 'amount', title: ['Amount', 'Importe'], from: 'amountFrom', to: 'amountTo' },
    { kind: 'days', title: ['Created', 'Creado'], from: 'createdFrom', to: 'createdTo' },
    { kind: 'text', title: ['Order', 'Pedido'], name: 'orderNumber' },
  ] as const;
  const read = (query: Record<string, string>) => {
    const found = readableOf(filters, query);
    return [found.query, found.unreadable.map(({ title: [en] }) => en)];
  };
  const readable = {
    ...{ status: 'captured,unknown', method: 'card', amountFrom: '100', orderNumber: 'nope' },
    ...{ createdFrom: '2030-01-15T05:00:00.000Z', q: 'ada', after: 'c' },
  };
  assert.deepEqual(read(readable), [readable, []]);
  const broken = { status: 'captured,nope', method: 'cash', amountFrom: 'abc', amountTo: '900' };
  const days = { createdTo: '2030-02-40T00:00:00Z', q: 'ada' };
  assert.deepEqual(read({ ...broken, ...days }), [
    { q: 'ada' },
    ['Status', 'Method', 'Amount', 'Created'],
  ]);
});

test('the compiler holds the filters of each list against the query of the endpoint that it reads', () => {
  const folder = join(import.meta.dirname, '../../portal/src/screens');
  const specs = globSync('*.tsx', { cwd: folder }).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const found = [...text.matchAll(/\bListSpec<\w+(?:, (\w+))?>[\s\S]*?client\.(\w+)\.(\w+)\(/g)];
    return found.map(([, query, resource, method]) => ({
      name,
      query,
      id: `${resource}.${method}`,
    }));
  });
  assert.ok(specs.length > 25, String(specs.length));
  const ids = new Set(endpoints.map(({ id }) => id));
  const queryOf = (id: string) =>
    `${id.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Query`;
  const loose = specs.filter(({ query, id }) => !ids.has(id) || query !== queryOf(id));
  assert.deepEqual(loose, []);
});
