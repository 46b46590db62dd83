/**
 * The metrics of a process, in the text format of Prometheus (version 0.0.4). Counting is an addition in memory. Labels
 * have few values, known in advance: never a business, a payment or a path as it was sent.
 */
export type Metrics = {
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** `buckets` ascend; the last one, for everything, is added. */
  histogram(
    name: string,
    help: string,
    labels: readonly string[],
    buckets: readonly number[],
  ): Histogram;
  /** Read when the text is written. */
  gauge(name: string, help: string, labels: readonly string[], read: () => Iterable<Sample>): void;
  text(): string;
};

/** Values of the labels, in their order, and the value. */
export type Sample = readonly [labels: readonly string[], value: number];

export type Counter = { add(labels: readonly string[], count?: number): void };
export type Histogram = { observe(labels: readonly string[], value: number): void };

/** A gauge or counter whose samples others found. */
export type Family = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly labels: readonly string[];
  readonly samples: Iterable<Sample>;
};

type Observed = { readonly labels: readonly string[]; readonly counts: number[]; sum: number };

/** For durations of requests and calls, in seconds. */
export const secondBuckets = [
  0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60,
] as const;

export function createMetrics(): Metrics {
  const families = new Map<string, () => string>();

  return { counter, histogram, gauge, text };

  function counter(name: string, help: string, labels: readonly string[] = []): Counter {
    const counted = new Map<string, { labels: readonly string[]; count: number }>();
    const samples = () => [...counted.values()].map((one): Sample => [one.labels, one.count]);
    register(name, () => write({ name, help, type: 'counter', labels, samples: samples() }));
    // Without labels there is one value, and it is 0 from the start.
    if (labels.length === 0) counted.set('', { labels, count: 0 });
    return {
      add(values, count = 1) {
        const key = values.join('\n');
        const known = counted.get(key);
        if (known) known.count += count;
        else counted.set(key, { labels: [...values], count });
      },
    };
  }

  function histogram(
    name: string,
    help: string,
    labels: readonly string[],
    buckets: readonly number[],
  ): Histogram {
    const observed = new Map<string, Observed>();
    register(name, () => {
      const lines = [heading(name, help, 'histogram')];
      for (const one of observed.values())
        lines.push(...histogramLines(name, labels, buckets, one));
      return lines.join('');
    });
    return {
      observe(values, value) {
        const key = values.join('\n');
        let found = observed.get(key);
        if (!found) {
          found = { labels: [...values], counts: Array(buckets.length + 1).fill(0), sum: 0 };
          observed.set(key, found);
        }
        let at = 0;
        while (at < buckets.length && value > buckets[at]!) at += 1;
        found.counts[at]! += 1;
        found.sum += value;
      },
    };
  }

  function gauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => Iterable<Sample>,
  ): void {
    register(name, () => write({ name, help, type: 'gauge', labels, samples: read() }));
  }

  function register(name: string, lines: () => string): void {
    if (families.has(name)) throw new Error(`the metric ${name} exists already`);
    families.set(name, lines);
  }

  function text(): string {
    return [...families.values()].map((lines) => lines()).join('');
  }
}

export function write({ name, help, type, labels, samples }: Family): string {
  const lines = [...samples].map(([values, value]) => line(name, labels, values, value));
  return heading(name, help, type) + lines.join('');
}

function histogramLines(
  name: string,
  labels: readonly string[],
  buckets: readonly number[],
  { labels: values, counts, sum }: Observed,
): string[] {
  const bounds = [...buckets.map(String), '+Inf'];
  let total = 0;
  const lines = bounds.map((bound, index) => {
    total += counts[index]!;
    return line(`${name}_bucket`, [...labels, 'le'], [...values, bound], total);
  });
  lines.push(
    line(`${name}_sum`, labels, values, sum),
    line(`${name}_count`, labels, values, total),
  );
  return lines;
}

function heading(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
}

function line(
  name: string,
  labels: readonly string[],
  values: readonly string[],
  value: number,
): string {
  // To Prometheus a label without a value is one that is not there.
  const pairs = labels.flatMap((label, index) =>
    values[index] ? [`${label}="${escaped(values[index])}"`] : [],
  );
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}
