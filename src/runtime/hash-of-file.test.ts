import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashOf, hashOfFile } from './hash-of-file.ts';

test('a file of any size is read whole, also where a piece ends with it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-hash-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'file');
  const piece = 1024 * 1024;
  for (const size of [0, 1, piece - 1, piece, piece + 1, 3 * piece]) {
    const bytes = Buffer.alloc(size, `${size}.`);
    await writeFile(file, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.equal(await hashOfFile(file), sha256, `${size} bytes`);
    const handle = await open(file, 'r');
    assert.deepEqual(await hashOf(handle), { sha256, size });
    await handle.close();
  }
});
