import { type Manifest, manifest, tenantKey } from '../../src/database/manifest.ts';

/** What the text of a statement says about the tables that it touches. */
export type Statement = {
  readonly text: string;
  readonly tenants: readonly string[];
  readonly lookups: readonly string[];
  /** True when it writes or locks rows of a tenant table. */
  readonly changesTenants: boolean;
  /** The parameters, counted from 0, that a business is compared with. */
  readonly businessAt: readonly number[];
  /** Those that only the id of a row or of a customer is compared with: a number within a business, and never one. */
  readonly idAt: readonly number[];
  /** True when the rows that it is given say whose they are. */
  readonly isGivenBusinesses: boolean;
};

const read = new Map<string, Statement>();

export function readStatement(text: string): Statement {
  let statement = read.get(text);
  if (!statement) {
    statement = parse(text, manifest);
    read.set(text, statement);
  }
  return statement;
}

const source = String.raw`(?:only\s+|lateral\s+)?[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?`;
const sources = new RegExp(
  String.raw`\b(?:from|join|into|update|using)\s+(${source}(?:\s*,\s*${source})*)`,
  'g',
);
const given = new RegExp(String.raw`\binsert\s+into\b|\br\([^)]*\b${tenantKey}\b`);
const locks = /\bfor\s+(?:no\s+key\s+|key\s+)?(?:update|share)\b/;

function parse(text: string, kinds: Manifest): Statement {
  const plain = text.toLowerCase().replaceAll(/--[^\n]*|'[^']*'/g, ' ');
  const parts = new Set(
    [...plain.matchAll(/\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g)].map(([, n]) => n),
  );
  const names = new Set(
    [...plain.matchAll(sources)]
      .flatMap(([, list]) => list!.split(','))
      .map((one) => one.trim().replace(/^(?:only|lateral)\s+/, ''))
      .map((one) => one.split(/\s/)[0]!)
      .filter((name) => name in kinds && !parts.has(name)),
  );
  const of = (kind: string) => [...names].filter((name) => kinds[name]?.kind === kind).sort();
  const tenants = of('tenant');
  const changed = [...plain.matchAll(/\b(?:into|update|delete\s+from)\s+(?:only\s+)?([a-z_]+)/g)];
  const key = new RegExp(String.raw`\b${tenantKey}\s*=\s*(?:any\s*\(\s*)?\$(\d+)`, 'g');
  return {
    text,
    tenants,
    lookups: of('lookup'),
    changesTenants:
      changed.some(([, name]) => tenants.includes(name!)) ||
      (tenants.length > 0 && locks.test(plain)),
    businessAt: [...plain.matchAll(key)].map(([, number]) => Number(number) - 1),
    idAt: idsIn(plain),
    isGivenBusinesses: given.test(plain),
  };
}

const compared = /(\b(?:id|customer_id)\s*=\s*(?:any\s*\(\s*)?)?\$(\d+)/g;

function idsIn(plain: string): number[] {
  const uses = [...plain.matchAll(compared)];
  const others = new Set(uses.flatMap(([, isId, number]) => (isId ? [] : [number])));
  const ids = new Set(uses.map(([, , number]) => number)).difference(others);
  return [...ids].map((number) => Number(number) - 1);
}

/** Where SalesSiteIDs begin: nothing else that tests number comes this far. */
const firstBusiness = 100_001n;
const int8 = 20;

/** The businesses among parameters, or what may be one. */
export function* businessesIn(
  { businessAt, idAt }: Statement,
  values: readonly unknown[],
): Iterable<bigint> {
  for (const [at, value] of values.entries()) {
    if (businessAt.includes(at) && typeof value === 'bigint') yield value;
    else if (!idAt.includes(at)) yield* candidatesOf(value);
  }
}

function* candidatesOf(value: unknown): Iterable<bigint> {
  if (typeof value === 'bigint') {
    if (value >= firstBusiness) yield value;
  } else if (Array.isArray(value)) {
    for (const one of value) if (typeof one === 'bigint') yield* candidatesOf(one);
  } else if (Buffer.isBuffer(value) && value.length >= 20 && value.readInt32BE(8) === int8) {
    for (let at = 20; at < value.length; ) {
      const size = value.readInt32BE(at);
      if (size === 8) yield* candidatesOf(value.readBigInt64BE(at + 4));
      at += 4 + Math.max(size, 0);
    }
  }
}

/** The businesses of rows that a statement returned. */
export function* businessesOf(rows: readonly unknown[]): Iterable<bigint> {
  for (const row of rows) {
    const { businessId, [tenantKey]: plain } = row as Record<string, unknown>;
    for (const value of [businessId, plain]) if (typeof value === 'bigint') yield value;
  }
}
