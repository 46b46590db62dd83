import type { Json, Shape } from '../../src/api/v1/shape.ts';

/** Values made from a shape: one that should be taken, and others that are near to it or hostile. */
export function sampleOf(shape: Shape<unknown>, isWhole: boolean): unknown {
  const { properties, inner, schema } = shape;
  if (properties && !('anyOf' in schema)) {
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([, { isOptional }]) => isWhole || !isOptional)
        .map(([name, one]) => [name, sampleOf(one, isWhole)]),
    );
  }
  if (schema.type === 'array' && inner) return [sampleOf(inner, isWhole)];
  if (inner) return sampleOf(inner, isWhole);
  return plainSample(schema);
}

function plainSample(schema: Json): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (Array.isArray(schema.examples)) return schema.examples[0];
  switch (type) {
    case 'integer':
      return Math.max(Number(schema.minimum ?? 1), 1);
    case 'boolean':
      return true;
    case 'array':
      return [plainSample((schema.items ?? {}) as Json)];
    case 'object':
      return {};
    default:
      return textSample(schema);
  }
}

function textSample({ format, pattern, maxLength }: Json): string {
  if (format === 'email') return 'ada@example.com';
  if (format === 'date-time') return '2030-01-15T15:00:00Z';
  if (format === 'date') return '2030-02-01';
  if (format === 'uri') return 'https://example.com/';
  const digits = /\[0-9\]\{(\d+)/.exec(String(pattern))?.[1];
  if (digits !== undefined) return '1'.repeat(Math.max(Number(digits), 1));
  return 'abc'.slice(0, Number(maxLength ?? 3));
}

/** What no field should take, or what only looks like its value. */
export const oddValues: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(9000),
  "' or 1=1 --",
  '\u0000',
  '\ud800',
  '%00',
  '../../etc',
  '0000-01-01T00:00:00Z',
  '4242424242424242',
  -1,
  0,
  1.5,
  1e21,
  9_007_199_254_740_992,
  true,
  [],
  {},
  [null],
  { __proto__x: 1 },
];

/** The body with one property replaced at a time, also in nested objects, and with each missing. */
export function* nearOf(body: unknown): Iterable<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const entries = Object.entries(body);
  for (const [at, [name, value]] of entries.entries()) {
    const { [name]: _, ...rest } = body as Record<string, unknown>;
    yield rest;
    // Each property meets some of the odd values, all of them together meet all.
    for (let i = 0; i < 3; i += 1) {
      yield { ...rest, [name]: oddValues[(at * 3 + i) % oddValues.length] };
    }
    for (const changed of nearOf(value)) yield { ...rest, [name]: changed };
  }
}
