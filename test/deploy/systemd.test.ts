import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../tidy/tree.ts';

const run = promisify(execFile);
const units = globSync('deploy/systemd/*.service', { cwd: root });
const mostExposed = 1.5;

/** Undefined: this machine has no systemd-analyze that reads a file. */
async function exposureOf(path: string): Promise<number | undefined> {
  const args = ['security', '--offline=true', '--no-pager', join(root, path)];
  const { stdout } = await run('systemd-analyze', args).catch((error) => ({
    stdout: String(error.stdout ?? ''),
  }));
  const [, found] = /Overall exposure level for .*: ([\d.]+)/.exec(stdout) ?? [];
  return found === undefined ? undefined : Number(found);
}

for (const path of units) {
  test(`${basename(path)} is exposed as little as it may be`, async (t) => {
    const exposure = await exposureOf(path);
    if (exposure === undefined) return t.skip('SKIPPED: systemd-analyze is not installed');
    assert.ok(exposure <= mostExposed, `${exposure}`);
  });

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
