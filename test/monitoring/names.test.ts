import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { openMetrics } from '../../src/monitoring/metrics-server.ts';
import { createChecks } from '../../src/runtime/readiness.ts';
import { makeFixture } from '../fixture.ts';
import { root } from '../tidy/tree.ts';
import { parseMetrics } from './prometheus-text.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const fixture = await makeFixture({ after });
const world = await fixture.open();
const server = await openMetrics(world, {
  host: '127.0.0.1',
  port: 0,
  sql: fixture.db,
  checks: createChecks(world),
  pool: () => ({}),
});
const scraped = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
await server.close();
const families = parseMetrics(scraped);

/** The names that a query of Prometheus may use. */
const names = new Set(
  [...families].flatMap(([name, { type }]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  ),
);

type Alert = { readonly name: string; readonly text: string; readonly expr: string };
const alerts = read('deploy/prometheus/alerts.yaml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text): Alert => {
    const expr = /expr: >-\n((?: {10}.*\n)+)/.exec(text)?.[1] ?? '';
    return { name: text.split('\n', 1)[0]!, text, expr: expr.trim() };
  });

const board = JSON.parse(read('deploy/grafana/quittance.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

/** `QuittanceProcessDown` has the page `process-down`. */
function pageOf(alert: string): string {
  return alert
    .replace('Quittance', '')
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();
}

/** Metrics in an expression: of ours, of the process and of Node.js. */
function metricsIn(expr: string): string[] {
  return [...expr.matchAll(/\b(?:quittance|process|nodejs)_\w+/g)].map(([name]) => name);
}

test('every metric of an alert is in /metrics, and each alert has one', () => {
  assert.ok(alerts.length >= 20);
  for (const { name, expr } of alerts) {
    assert.ok(metricsIn(expr).length > 0 || expr.startsWith('up{'), `${name} asks for nothing`);
    for (const metric of metricsIn(expr)) assert.ok(names.has(metric), `${name}: ${metric}`);
  }
});

test('every metric of the board is in /metrics, and every panel has one', () => {
  for (const { title, targets } of board.panels) {
    for (const { expr } of targets) {
      assert.ok(metricsIn(expr).length > 0, title);
      for (const metric of metricsIn(expr)) assert.ok(names.has(metric), `${title}: ${metric}`);
    }
  }
});

test('every alert has its page, and every page its alert', () => {
  const pages = globSync('docs/operating/runbook/*.md', { cwd: root });
  assert.deepEqual(
    pages
      .map((path) => basename(path, '.md'))
      .filter((name) => name !== 'README')
      .sort(),
    alerts.map(({ name }) => pageOf(name)).sort(),
  );
  const index = read('docs/operating/runbook/README.md');
  for (const { name, text } of alerts) {
    const path = `docs/operating/runbook/${pageOf(name)}.md`;
    assert.match(text, new RegExp(`runbook: ${path}$`, 'm'));
    assert.match(text, /severity: (?:page|ticket)$/m);
    assert.match(text, /summary: .+\.$/m);
    const page = read(path);
    assert.ok(page.startsWith(`# ${name}\n`), path);
    assert.match(page, /\n## What it means\n\n.+/);
    assert.match(page, /\n## What to do\n\n1\. /);
    assert.ok(index.includes(`[${name}](${pageOf(name)}.md)`), name);
  }
});

test('metrics that pages of the runbook name are in /metrics', () => {
  for (const path of globSync('docs/operating/runbook/*.md', { cwd: root })) {
    for (const metric of metricsIn(read(path))) {
      assert.ok(names.has(metric) || families.has(metric), `${path}: ${metric}`);
    }
  }
});

test('the page about metrics lists each, and no other', () => {
  const page = read('docs/operating/metrics.md');
  const listed = new Set(metricsIn(page));
  for (const name of families.keys()) assert.ok(listed.has(name), `${name} is missing`);
  for (const name of listed) assert.ok(families.has(name), `${name} is no metric`);
});

test('a query with a name that no metric has would be found', () => {
  assert.deepEqual(metricsIn('sum(rate(quittance_requst_seconds_count[5m])) > 1'), [
    'quittance_requst_seconds_count',
  ]);
  assert.ok(!names.has('quittance_requst_seconds_count'));
});
