import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/database.ts';
import { hourMs } from '../kernel/duration.ts';
import { createIds } from './ids.ts';

const { db } = await freshDatabase({ after });
let time = Date.UTC(2030, 0, 15);
const now = () => new Date(time);

test('no number is given twice, whoever asks and however many at once', async () => {
  const processes = [createIds(db, now), createIds(db, now), createIds(db, now)];
  const given = await Promise.all(
    Array.from({ length: 3000 }, (_, i) => processes[i % processes.length]!.next(1n)),
  );
  assert.equal(new Set(given).size, given.length);
  assert.ok(given.every((id) => id > 0n));
});

test('the numbers of one process grow', async () => {
  const ids = createIds(db, now);
  let last = 0n;
  for (let i = 0; i < 200; i += 1) {
    const id = await ids.next(2n);
    assert.ok(id > last);
    last = id;
  }
});

test('each business counts for itself', async () => {
  const ids = createIds(db, now);
  assert.equal(await ids.next(3n), 1n);
  assert.equal(await ids.next(4n), 1n);
});

test('who starts anew goes on behind what may have been given', async () => {
  const before = await createIds(db, now).next(5n);
  assert.ok((await createIds(db, now).next(5n)) > before);
});

test('numbers that lay about for hours are not given any more', async () => {
  const idle = createIds(db, now);
  const first = await idle.next(6n);
  time += 6 * hourMs - 1;
  assert.equal(await idle.next(6n), first + 1n);
  const busy = createIds(db, now);
  const later = await busy.next(6n);
  time += 1;
  assert.ok((await idle.next(6n)) > later);
});
