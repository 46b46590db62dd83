import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../tidy/tree.ts';

const units = globSync('deploy/systemd/*.service', { cwd: root });

for (const path of units) {
  test(`${basename(path)} runs as a user of its own, and stops as the service needs it`, () => {
    const text = readFileSync(join(root, path), 'utf8');
    for (const line of ['User=quittance', 'KillMode=mixed', 'TimeoutStopSec=90', 'LimitCORE=0']) {
      assert.ok(text.includes(`\n${line}\n`), line);
    }
    const command = /^ExecStart=\/opt\/quittance\/bin\/quittance (all|serve|work)$/m.exec(
      text,
    )?.[1];
    assert.ok(command);
    const keepsTmp = command === 'all';
    assert.equal(text.includes('\nPrivateTmp=yes\n'), !keepsTmp);
  });
}

test('there is a unit for each way to start the service', () => {
  assert.deepEqual(units.map((path) => basename(path)).sort(), [
    'quittance-serve.service',
    'quittance-work.service',
    'quittance.service',
  ]);
});
