import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstScreen } from './first-screen.ts';
import { commandNamed } from './help.ts';
import { groups } from './index.ts';
import { commandsMeantBy } from './meant.ts';

test('the first screen has a line of every group, with commands and an example that there are', () => {
  const lines = firstScreen().split('\n');
  assert.ok(lines.length <= 30, `${lines.length} lines`);
  for (const line of lines) assert.ok(line.length <= 96, line);
  for (const [group, inside] of Object.entries(groups)) {
    const at = lines.findIndex((line) => line.startsWith(`${group} `));
    assert.notEqual(at, -1, group);
    const [, example = ''] = lines[at]!.split(/ {2,}quittance /);
    const names = lines[at + 1]!.trim();
    const all = names.split(', ');
    assert.equal(all.length, 5, group);
    for (const name of all) assert.ok(Object.hasOwn(inside, name), name);
    const words = example.split(' ');
    assert.ok(words[0] === 'help' || commandNamed(words) !== undefined, example);
  }
});

const asked: readonly (readonly [given: string, meant: string])[] = [
  ['refund', 'payment refund'],
  ['void', 'payment void'],
  ['refnd', 'payment refund'],
  ['captur', 'payment capture'],
  ['capture', 'payment capture'],
  ['start', 'all'],
  ['list', 'business list'],
  ['businesses', 'business list'],
  ['payments', 'payment list'],
  ['payments show', 'payment show'],
  ['list payment', 'payment list'],
  ['webhook list', 'webhooks list'],
  ['log', 'logs tail'],
  ['check', 'doctor'],
  ['settings', 'config'],
  ['upgrade', 'migrate'],
  ['reconcil', 'reconcile'],
  ['paymnt', 'payment list'],
  ['paymnt lsit', 'payment list'],
  ['vualt', 'vault rotate'],
  ['servcie', 'serve'],
  ['dockter', 'doctor'],
  ['service', 'status'],
];
for (const [given, meant] of asked) {
  test(`who types "${given}" is shown "${meant}"`, () => {
    const [first = '', second = ''] = given.split(' ');
    const near = commandsMeantBy(first, second);
    assert.ok(near.includes(meant), near.join(', '));
    assert.ok(near.length <= 5);
  });
}
