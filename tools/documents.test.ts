import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { documents } from './documents.ts';
import { root } from './run-tests.ts';

for (const [path, make] of Object.entries(documents)) {
  test(`${path} is current`, () => {
    assert.equal(readFileSync(join(root, path), 'utf8'), make(), 'run: npm run generate');
  });
}
