import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { commandNamed } from '../../src/cli/help.ts';
import { commands } from '../../src/cli/index.ts';
import { readings } from '../../src/monitoring/stored-work.ts';
import { type BoardPanel, boardPanels } from '../deploy/board.ts';
import { root } from '../tidy/tree.ts';
import { alertRules } from './alert-rules.ts';
import { openScraped } from './scraped.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const { world, pay, scrape } = await openScraped({ after });
await pay('order 1');
world.telemetry.logLines.add(['error', 'something.failed']);
world.telemetry.jobs.add(['sessions.forget', 'failed']);
world.telemetry.turns.observe(['nmi', 'move', 'gave_up', '1/nmi'], 2);
world.telemetry.slowdowns.add(['nmi', '1/nmi']);
world.telemetry.sends.add(['webhook', 'failed']);
world.telemetry.sweeps.rounds.add(['sendMails', 'failed']);
world.telemetry.sweeps.seconds.add(['sendMails']);
const families = (await scrape()).found;

/** The names that a query of Prometheus may use. */
const names = new Set(
  [...families].flatMap(([name, { type }]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  ),
);

const alerts = alertRules();

const panels = boardPanels();

function exprsOf({ targets }: BoardPanel): string[] {
  return targets.map(({ expr }) => expr);
}

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

type Matcher = { readonly metric: string; readonly label: string; readonly value: string };

/** The labels that an expression asks for: `metric{label="value"}`, and those that it groups by. */
function matchersIn(expr: string): Matcher[] {
  return [...expr.matchAll(/\b((?:quittance|process|nodejs)_\w+)\{([^}]*)\}/g)].flatMap(
    ([, metric, inside]) =>
      [...inside!.matchAll(/(\w+)(?:=~|!=|=)"([^"]*)"/g)].flatMap(([, label, values]) =>
        values!.split('|').map((value) => ({ metric: metric!, label: label!, value })),
      ),
  );
}

const labelsOfStored = new Map(
  readings.flatMap(({ metrics }) => metrics.map(({ name, labels }) => [name, labels] as const)),
);

/** What a family is labelled by; `job` and `instance` are Prometheus's own. */
function labelsOf(metric: string): ReadonlySet<string> {
  const base = families.has(metric) ? metric : metric.replace(/_(?:bucket|sum|count)$/, '');
  const shown = families.get(base)!.samples.flatMap(({ labels }) => Object.keys(labels));
  return new Set([...shown, ...(labelsOfStored.get(base) ?? []), 'job', 'instance']);
}

/** Values that nothing has in the service of this test. */
const otherValues: Readonly<Record<string, readonly string[]>> = {
  job: ['quittance'],
  status: ['5xx'],
  outcome: ['accepted'],
  operation: ['health'],
  state: ['pending'],
};

test('labels that alerts and the board ask for are those of the metrics, and so are their values', () => {
  const asked = [...alerts.map(({ expr }) => expr), ...panels.flatMap(exprsOf)];
  assert.ok(asked.flatMap(matchersIn).length >= 20);
  for (const expr of asked) {
    for (const { metric, label, value } of matchersIn(expr)) {
      assert.ok(labelsOf(metric).has(label), `${metric} has no label ${label}: ${expr}`);
      const base = families.has(metric) ? metric : metric.replace(/_(?:bucket|sum|count)$/, '');
      const shown = families.get(base)!.samples.map(({ labels }) => labels[label]);
      const known = [...shown, ...(otherValues[label] ?? [])];
      assert.ok(known.includes(value), `${metric} has no ${label} ${value}: ${expr}`);
    }
    const [first] = metricsIn(expr);
    for (const [, by] of expr.matchAll(/\bby \(([^)]*)\)/g)) {
      for (const label of by!.split(', ')) {
        if (first) assert.ok(labelsOf(first).has(label), `${first} is not labelled by ${label}`);
      }
    }
  }
});

test('every metric of the board is in /metrics, and every panel has one', () => {
  for (const panel of panels) {
    const { title } = panel;
    for (const expr of exprsOf(panel)) {
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
    assert.match(page, /\n## What to look at\n\n- /);
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

test('commands that pages of the runbook name are commands, with options and values that they have', () => {
  let named = 0;
  for (const path of globSync('docs/operating/runbook/*.md', { cwd: root })) {
    for (const [, line] of read(path).matchAll(/`quittance ([a-z][^`]*)`/g)) {
      named += 1;
      const words = line!.split(' ');
      const name = commandNamed(words);
      assert.ok(name, `${path}: quittance ${line}`);
      const usage = commands[name]!.usage ?? '';
      for (const [i, word] of words.entries()) {
        if (!word.startsWith('--')) continue;
        const shape = new RegExp(`${word} ([^ \\]]+)`).exec(usage)?.[1];
        assert.ok(usage.includes(word), `${path}: ${name} has no ${word}`);
        if (shape?.includes('|') && shape === shape.toLowerCase())
          assert.ok(shape.split('|').includes(words[i + 1]!), `${path}: quittance ${line}`);
      }
    }
    // A command that asks for a business stands below one that names businesses.
    const page = read(path);
    const asks = page.indexOf('--business BUSINESS');
    const names = ['overdue', 'case list', 'logs tail', 'payment unknown'];
    const isNamed = names.some((one) => {
      const at = page.indexOf(`\`quittance ${one}`);
      return at >= 0 && at < asks;
    });
    assert.ok(asks === -1 || isNamed, `${path}: which business?`);
  }
  assert.ok(named >= 60, `${named}`);
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
