import assert from 'node:assert/strict';
import { lstat, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../test/scratch.ts';
import { chooseRunner } from './runner.ts';
import { claimFolder } from './socket-folder.ts';

test('a folder that many starts make and remove belongs to its runner at every moment', async (t) => {
  const parent = await scratch(t);
  const runner = await chooseRunner(parent, join(parent, 'cluster'));
  const owner = runner?.uid ?? process.getuid?.();
  const folder = join(parent, 'socket');
  const owners = new Set<number>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const found = await lstat(folder).catch(() => undefined);
      if (found) owners.add(found.uid);
    }
  })();
  const starts = Array.from({ length: 4 }, async () => {
    for (let n = 0; n < 500; n += 1) {
      await claimFolder(folder, runner);
      await rmdir(folder).catch(() => {});
    }
  });
  await Promise.all(starts).finally(() => {
    isOver = true;
  });
  await watching;
  assert.deepEqual([...owners], [owner]);
});
