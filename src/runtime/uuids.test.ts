import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUuids } from './uuids.ts';

const filler = () => '00000000-0000-4000-8000-000000000000';
const start = Date.UTC(2030, 0, 15);

test('ids of one moment are in the order in which they were made, more than a millisecond counts as well', () => {
  const next = createUuids(() => new Date(start), filler);
  const ids = Array.from({ length: 10_000 }, next);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('ids of two processes are in the order of the clock that both share, and go on where it goes back', () => {
  let ms = start;
  const [one, other] = [0, 1].map(() => createUuids(() => new Date(ms), filler));
  const ids = [one!(), one!(), one!()];
  ms += 1;
  ids.push(other!());
  ms += 1;
  ids.push(one!());
  ms -= 3_600_000;
  ids.push(one!());
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(ids[0]!.replace('-', '').slice(0, 12), start.toString(16).padStart(12, '0'));
});
