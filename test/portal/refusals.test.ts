import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { declines, flaws, refusals } from '../../portal/src/words/refusals.ts';
import { correctionRules } from '../../src/ach/correction-codes.ts';
import { returnRules } from '../../src/ach/return-codes.ts';
import { refusals as served } from '../../src/kernel/refusal.ts';
import { declines as codes, rejected } from '../../src/ports/processors/declines.ts';
import { root } from '../tidy/tree.ts';

test('every refusal, decline, code of a bank and fault of a field has its Spanish words', () => {
  assert.deepEqual(Object.keys(refusals).sort(), Object.keys(served).sort());
  const ends = ['not_sent', 'canceled', 'unknown', 'maybe_duplicate'];
  const ofBanks = [...returnRules, ...correctionRules].map(({ code }) => code);
  const all = [...Object.keys(codes), rejected, ...ends, ...ofBanks];
  assert.deepEqual(Object.keys(declines).sort(), all.sort());
  const wanted = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !/\.(?:test|deep)\.ts$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(root, path), 'utf8').matchAll(/\bflaw\(\s*'([a-z_]+)'/g),
    ])
    .map(([, code]) => code!);
  assert.ok(wanted.length > 100);
  assert.deepEqual(
    [...new Set(wanted)].filter((code) => !Object.hasOwn(flaws, code)),
    [],
  );
});
