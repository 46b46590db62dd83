import assert from 'node:assert/strict';

/** A metric of the text format, with the samples of all its series. */
export type ParsedFamily = {
  readonly help: string;
  readonly type: string;
  readonly samples: ParsedSample[];
};
export type ParsedSample = {
  /** With its suffix, where the metric is a histogram. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;
const sampleLine = new RegExp(`^(${metricName})(?:\\{(.*)\\})? (\\S+)$`);

/** Reads the text format of Prometheus, and refuses whatever its description does not allow. */
export function parseMetrics(text: string): ReadonlyMap<string, ParsedFamily> {
  assert.ok(text.endsWith('\n'), 'the last line ends');
  const families = new Map<string, ParsedFamily>();
  let current: [name: string, family: ParsedFamily] | undefined;
  let help: [name: string, text: string] | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const helpLine = new RegExp(`^# HELP (${metricName}) (.+)$`).exec(line);
    const typeLine = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram)$`).exec(line);
    if (helpLine) {
      help = [helpLine[1]!, helpLine[2]!];
    } else if (typeLine) {
      assert.equal(help?.[0], typeLine[1], `HELP stands before ${line}`);
      assert.ok(!families.has(typeLine[1]!), `${line} comes once`);
      current = [typeLine[1]!, { help: help![1], type: typeLine[2]!, samples: [] }];
      families.set(...current);
    } else {
      assert.ok(current, `no sample stands before its TYPE: ${line}`);
      current[1].samples.push(readSample(line, ...current));
    }
  }
  for (const [name, family] of families) checkFamily(name, family);
  return families;
}

function readSample(line: string, name: string, { type }: ParsedFamily): ParsedSample {
  const [, sampleName, labelText = '', valueText] = sampleLine.exec(line) ?? [];
  assert.ok(sampleName && valueText, `not a sample: ${line}`);
  const names =
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
  assert.ok(names.includes(sampleName), `${line} stands below ${name}`);
  const labels: Record<string, string> = {};
  for (let rest = labelText; rest !== ''; ) {
    const [pair, label, value] = labelPair.exec(rest) ?? [];
    assert.ok(pair && label && value !== undefined, `bad labels: ${line}`);
    assert.ok(!(label in labels), `a label comes once: ${line}`);
    labels[label] = value.replaceAll(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
    rest = rest.slice(pair.length);
  }
  const value = valueText === '+Inf' ? Number.POSITIVE_INFINITY : Number(valueText);
  assert.ok(!Number.isNaN(value), `no number: ${line}`);
  return { name: sampleName, labels, value };
}

function checkFamily(name: string, { type, samples }: ParsedFamily): void {
  const keys = samples.map((one) => `${one.name}${JSON.stringify(one.labels)}`);
  assert.equal(new Set(keys).size, keys.length, `a series of ${name} comes twice`);
  if (type === 'counter') {
    assert.match(name, /_total$/);
    for (const { value } of samples) assert.ok(value >= 0);
  }
  if (type === 'histogram') checkHistogram(name, samples);
}

function checkHistogram(name: string, samples: readonly ParsedSample[]): void {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  for (const [key, all] of series) {
    const buckets = all.filter((one) => one.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => Number(labels.le!.replace('+Inf', 'Infinity')));
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
      `bounds of ${name}${key} ascend`,
    );
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY);
    const counts = buckets.map(({ value }) => value);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      `${name}${key} is cumulative`,
    );
    const [count] = all.filter((one) => one.name === `${name}_count`);
    assert.equal(counts.at(-1), count?.value);
    assert.equal(all.filter((one) => one.name === `${name}_sum`).length, 1);
  }
}

/** The value of one series; undefined if there is none. */
export function sampleOf(
  families: ReadonlyMap<string, ParsedFamily>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const base = families.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '');
  const found = families
    .get(base)
    ?.samples.find(
      (one) =>
        one.name === name &&
        Object.keys(one.labels).length === Object.keys(labels).length &&
        Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    );
  return found?.value;
}
