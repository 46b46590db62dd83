import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openScraped } from '../monitoring/scraped.ts';
import { root } from '../tidy/tree.ts';

/* The files of deploy/, and the metrics, as the programs read them that they are for. */

const run = promisify(execFile);

const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'].find(
  existsSync,
);

test('haproxy reads its file without an error', {
  skip: haproxy === undefined && 'SKIPPED: haproxy is not installed',
}, async () => {
  const file = join(root, 'deploy/docker/haproxy.cfg');
  // Names that only the network of the containers knows are warnings.
  const { stdout } = await run(haproxy!, ['-c', '-f', file]);
  assert.match(stdout, /Configuration file is valid/);
});

const chart = join(root, 'deploy/helm/quittance');
const hasHelm = await run('helm', ['version']).then(
  () => true,
  () => false,
);

test('helm finds nothing to say against the chart', {
  skip: hasHelm ? false : 'SKIPPED: helm is not installed',
}, async () => {
  const given = ['publicUrl=https://pay.example.com', 'existingSecret=s', 'image.repository=r'];
  const set = given.flatMap((one) => ['--set', one]);
  await run('helm', ['lint', '--strict', chart, ...set]);
  await run('helm', ['template', 'test', chart, ...set]);
  await assert.rejects(run('helm', ['template', 'test', chart]), /publicUrl|repository/);
});

const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
);

const skip = hasPromtool ? false : 'SKIPPED: promtool is not installed';

test('promtool finds nothing to say against the rules of the alerts', { skip }, async () => {
  const { stdout } = await run('promtool', [
    'check',
    'rules',
    '--lint-fatal',
    join(root, 'deploy/prometheus/alerts.yaml'),
  ]);
  assert.match(stdout, /SUCCESS: \d+ rules found/);
});

test('promtool finds nothing to say against the metrics', { skip }, async (t) => {
  const { pay, scrape } = await openScraped(t);
  await pay('order 1');
  const { text } = await scrape();
  const checking = run('promtool', ['check', 'metrics']);
  checking.child.stdin!.end(text);
  const { stdout } = await checking;
  assert.equal(stdout.trim(), '');
});

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

for (const path of globSync('deploy/systemd/*.service', { cwd: root })) {
  test(`${basename(path)} is exposed as little as it may be`, async (t) => {
    const exposure = await exposureOf(path);
    if (exposure === undefined) return t.skip('SKIPPED: systemd-analyze is not installed');
    assert.ok(exposure <= mostExposed, `${exposure}`);
  });
}
