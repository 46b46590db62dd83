import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { version } from '../src/runtime/version.ts';

const root = join(import.meta.dirname, '..');
const headings = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').match(/^## .*/gm) ?? [];
const [first = ''] = headings;
const released = headings
  .filter((heading) => heading !== '## Unreleased')
  .map((heading) => {
    const [, number, date] = /^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/.exec(heading) ?? [];
    assert.ok(number && date, `write "## 1.2.3 (2026-01-31)", not "${heading}"`);
    return { number, date };
  });

test('every heading is Unreleased, or a version with its date, the newest first', () => {
  assert.ok(released.length > 0);
  for (const { date } of released) assert.equal(Temporal.PlainDate.from(date).toString(), date);
  for (const [i, older] of released.slice(1).entries()) {
    assert.ok(isHigher(released[i]!.number, older.number), `${older.number} stands too low`);
    assert.ok(released[i]!.date >= older.date, `${older.number} is dated too late`);
  }
  assert.ok(!headings.slice(1).includes('## Unreleased'), 'what is unreleased stands on top');
});

test('package.json has the version of the newest release, or that of the next where something is unreleased', () => {
  const [newest] = released;
  if (first !== '## Unreleased') return assert.equal(version, newest!.number);
  const [, next] = /^(\d+\.\d+\.\d+)-dev$/.exec(version) ?? [];
  assert.ok(next && isHigher(next, newest!.number), `${version} is not to come after ${first}`);
});

test('package-lock.json says the same version', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
});

function isHigher(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const i = a!.findIndex((part, at) => part !== b![at]);
  return i >= 0 && a![i]! > b![i]!;
}
