import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { scratch } from '../embedded.ts';
import { alertRules } from '../monitoring/alert-rules.ts';
import { openScraped } from '../monitoring/scraped.ts';
import { root } from '../tidy/tree.ts';
import { alertStories } from './alert-stories.ts';
import { boardFile, boardPanels } from './board.ts';
import { haproxy, haproxyFile, withoutHaproxy } from './haproxy.ts';

/* The files of deploy/, and the metrics, as the programs read them that they are for. */

const run = promisify(execFile);

test('haproxy reads its file without an error', {
  skip: withoutHaproxy,
}, async () => {
  // Names that only the network of the containers knows are warnings.
  const { stdout } = await run(haproxy!, ['-c', '-f', haproxyFile]);
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

const rulesFile = join(root, 'deploy/prometheus/alerts.yaml');

const skip = hasPromtool ? false : 'SKIPPED: promtool is not installed';

test('promtool finds nothing to say against the rules of the alerts', { skip }, async () => {
  const { stdout } = await run('promtool', ['check', 'rules', '--lint-fatal', rulesFile]);
  assert.match(stdout, /SUCCESS: \d+ rules found/);
});

test('promtool reads each expression of the board', { skip }, async (t) => {
  const rules = boardPanels().flatMap(({ id, targets }) =>
    targets.map(({ refId, expr }) => ({ record: `board:panel_${id}_${refId}`, expr })),
  );
  const file = join(await scratch(t), 'board.json');
  await writeFile(file, JSON.stringify({ groups: [{ name: 'board', rules }] }));
  const { stdout } = await run('promtool', ['check', 'rules', '--lint-fatal', file]);
  assert.match(stdout, new RegExp(`SUCCESS: ${rules.length} rules found`));
});

const grafana = join(process.env.GRAFANA_FOLDER ?? '/opt/grafana', 'node_modules');

test('the board is what the schema of Grafana says, member by member', {
  skip: existsSync(join(grafana, '@grafana/schema'))
    ? false
    : 'SKIPPED: no schema is in GRAFANA_FOLDER (npm install --prefix /opt/grafana @grafana/schema)',
}, async (t) => {
  const folder = await scratch(t);
  await symlink(grafana, join(folder, 'node_modules'));
  const board = readFileSync(boardFile, 'utf8');
  const check = async (json: string) => {
    await writeFile(
      join(folder, 'board.ts'),
      `import type { Dashboard, Panel } from '@grafana/schema';
       export const panels: readonly Panel[] = (${json}).panels;
       export const board: Dashboard = ${json};`,
    );
    const tsc = join(root, 'node_modules/.bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    return await run(tsc, [...options, 'board.ts'], { cwd: folder });
  };
  await check(board);
  await assert.rejects(check(board.replace('"gridPos"', '"gridPosition"')));
});

test('each alert fires in its story, and not before', { skip }, async (t) => {
  const rules = alertRules();
  assert.deepEqual(
    [...new Set(alertStories.map(({ alert }) => alert))].sort(),
    rules.map(({ name }) => name).sort(),
  );
  const cases = alertStories.map(({ alert, series, at, silentAt, fires }) => {
    const { severity, annotations } = rules.find(({ name }) => name === alert)!;
    const expected = fires.map((labels) => ({
      exp_labels: { ...labels, severity },
      exp_annotations: annotations,
    }));
    const before = silentAt ? [{ eval_time: silentAt, alertname: alert, exp_alerts: [] }] : [];
    return {
      interval: '15s',
      input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
      alert_rule_test: [...before, { eval_time: at, alertname: alert, exp_alerts: expected }],
    };
  });
  const file = join(await scratch(t), 'stories.json');
  const stories = { rule_files: [rulesFile], evaluation_interval: '15s', tests: cases };
  await writeFile(file, JSON.stringify(stories));
  await run('promtool', ['test', 'rules', file]).catch(({ stdout, stderr }) => {
    assert.fail(`${stdout}\n${stderr}`);
  });
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
