import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMetrics, sampleOf } from '../../test/monitoring/prometheus-text.ts';
import { createMetrics } from './metrics.ts';

test('a counter without labels is 0 from the start', () => {
  const metrics = createMetrics();
  const counter = metrics.counter('things_total', 'Things.');
  assert.equal(
    metrics.text(),
    '# HELP things_total Things.\n# TYPE things_total counter\nthings_total 0\n',
  );
  counter.add([], 3);
  counter.add([]);
  assert.equal(sampleOf(parseMetrics(metrics.text()), 'things_total'), 4);
});

test('a value falls into the buckets that are not below it, and a bound into its own', () => {
  const metrics = createMetrics();
  const histogram = metrics.histogram('wait_seconds', 'Waits.', ['of'], [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe(['a'], value);
  histogram.observe(['b'], 2);
  const found = parseMetrics(metrics.text());
  const bucket = (of: string, le: string) => sampleOf(found, 'wait_seconds_bucket', { of, le });
  assert.deepEqual([bucket('a', '0.1'), bucket('a', '1'), bucket('a', '+Inf')], [2, 3, 4]);
  assert.deepEqual([bucket('b', '0.1'), bucket('b', '1'), bucket('b', '+Inf')], [0, 0, 1]);
  assert.equal(sampleOf(found, 'wait_seconds_sum', { of: 'a' }), 7.65);
  assert.equal(sampleOf(found, 'wait_seconds_count', { of: 'a' }), 4);
});

test('help and labels with quotes, backslashes and line ends are escaped', () => {
  const metrics = createMetrics();
  const hostile = 'a"b\\c\nd}';
  metrics.gauge('odd', 'One\\two\nthree', ['label'], () => [[[hostile], 1]]);
  const found = parseMetrics(metrics.text());
  assert.equal(sampleOf(found, 'odd', { label: hostile }), 1);
});

test('a metric has one description', () => {
  const metrics = createMetrics();
  metrics.counter('things_total', 'Things.');
  assert.throws(() => metrics.counter('things_total', 'Others.'), /exists already/);
});

for (const [what, text] of [
  ['a sample without a TYPE', 'a 1\n'],
  ['a family twice', '# HELP a A.\n# TYPE a gauge\na 1\n# HELP a A.\n# TYPE a gauge\na 1\n'],
  ['a series twice', '# HELP a A.\n# TYPE a gauge\na 1\na 2\n'],
  ['a label that does not end', '# HELP a A.\n# TYPE a gauge\na{b="c} 1\n'],
  ['a text for a number', '# HELP a A.\n# TYPE a gauge\na one\n'],
  [
    'a histogram that is not cumulative',
    '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
  ],
] as const) {
  test(`the parser of these tests refuses ${what}`, () => {
    assert.throws(() => parseMetrics(text));
  });
}
