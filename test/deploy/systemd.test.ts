import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../src/cli/index.ts';
import { root } from '../tidy/tree.ts';

const all = globSync('deploy/systemd/*.service', { cwd: root });
const text = (path: string) => readFileSync(join(root, path), 'utf8');
/** Begun by timers, and over when they have done their work. */
const daily = all.filter((path) => text(path).includes('\nType=oneshot\n'));
const units = all.filter((path) => !daily.includes(path));

for (const path of units) {
  test(`${basename(path)} runs as a user of its own, and stops as the service needs it`, () => {
    const unit = text(path);
    for (const line of ['User=quittance', 'KillMode=mixed', 'TimeoutStopSec=90', 'LimitCORE=0']) {
      assert.ok(unit.includes(`\n${line}\n`), line);
    }
    const command = /^ExecStart=\/opt\/quittance\/bin\/quittance (all|serve|work)$/m.exec(
      unit,
    )?.[1];
    assert.ok(command);
    const keepsTmp = command === 'all';
    assert.equal(unit.includes('\nPrivateTmp=yes\n'), !keepsTmp);
  });
}

test('there is a unit for each way to start the service', () => {
  assert.deepEqual(units.map((path) => basename(path)).sort(), [
    'quittance-serve.service',
    'quittance-work.service',
    'quittance.service',
  ]);
});

test('the command for a shell runs the same program as the same user with the same settings', () => {
  const command = text('deploy/systemd/quittance');
  const unit = text('deploy/systemd/quittance.service');
  const settings = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, one]) => one!);
  assert.equal(settings.length, 2);
  const [, file] = /^EnvironmentFile=(.*)$/m.exec(unit)!;
  const [, program] = /^ExecStart=(\S+) /m.exec(unit)!;
  const [, user] = /^User=(.*)$/m.exec(unit)!;
  // The file comes last, so that it wins, as in the unit.
  const lines = [`user=${user}`, 'set -a', ...settings, `. ${file}`, `exec ${program} "$@"`];
  const at = lines.map((line) => command.split('\n').indexOf(line));
  assert.ok(at[0]! > 0 && at.every((place, i) => i === 0 || place > at[i - 1]!), `${at}`);
  assert.ok((statSync(join(root, 'deploy/systemd/quittance')).mode & 0o100) !== 0);
});

for (const path of daily) {
  test(`${basename(path)} runs commands that there are, once a day, and fails where they find something`, () => {
    const unit = text(path);
    assert.ok(unit.includes('\nUser=quittance\n') && unit.includes('\nLimitCORE=0\n'));
    const run = [...unit.matchAll(/bin\/quittance ([a-z ]+?)(?: \/|$)/gm)].map(([, name]) => name!);
    assert.ok(run.length > 0);
    for (const name of run) assert.ok(Object.hasOwn(commands, name), name);
    const timer = text(path.replace('.service', '.timer'));
    assert.match(timer, /^OnCalendar=\*-\*-\* \d\d:00$/m);
    assert.match(timer, /^Persistent=yes$/m);
  });
}
