import { join } from 'node:path';
import {
  type Database,
  oneByOne,
  type Sql,
  type TenantSql,
  type Tenants,
} from '../../src/runtime/sql.ts';
import { onboarding } from './onboarding.ts';
import { businessesIn, businessesOf, readStatement, type Statement } from './statement.ts';

/*
 * Says which transactions could not run where businesses are spread over several servers. It sees what goes through
 * the database of a test's world, and not what the test itself asks.
 */

const rules = {
  businesses: 'one transaction touches two businesses',
  lookup: 'one transaction touches a lookup table and a tenant table',
  unnamed: 'a statement changes rows of businesses that it does not name',
} as const;
type RuleOf = keyof typeof rules;

/** `in`: the file of `src` that runs the transaction or the statement. */
export type Breach = { readonly rule: RuleOf; readonly in: string; readonly what: string };

export type Tracer = {
  watch(db: Database): Database;
  /** For gathered rows of many callers: rows of several businesses may share a batch, since a batch can be split. */
  watchBatches(db: Database): Database;
  /** What broke a rule so far. `db`: where it is asked which businesses there are. */
  breaches(db: Sql): Promise<Breach[]>;
};

type Transaction = {
  readonly place: { readonly stack: string };
  readonly isBatch: boolean;
  readonly businesses: Set<bigint>;
  readonly statements: Set<Statement>;
  readonly unnamed: Set<Statement>;
};
type Suspect = Omit<Transaction, 'place'> & { readonly in: string };

/** `asIfIn`: without it the place is where `src` asked, and what a test asks itself does not count. */
export function createTracer(asIfIn?: string): Tracer {
  const suspects = new Map<string, Suspect>();

  return {
    watch: (db) => watchAs(db, false),
    watchBatches: (db) => watchAs(db, true),
    async breaches(db) {
      if (suspects.size === 0) return [];
      const rows = await db.query<{ business_id: bigint }>('select business_id from businesses');
      // Some rows belong to no business: those of the operator, and files of all live businesses.
      const known = new Set([0n, ...rows.map((row) => row.business_id)]);
      return [...suspects.values()].flatMap((suspect) => breachesOf(suspect, known));
    },
  };

  function watchAs(db: Database, isBatch: boolean): Database {
    const begin: Database['begin'] = async (work, tenants) => {
      const transaction = started(isBatch);
      try {
        return await db.begin(async (tx) => {
          return await work({ query: (text, values) => run(transaction, tx, text, values) });
        }, tenants);
      } finally {
        end(transaction);
      }
    };
    return {
      query: single(db, isBatch).query,
      begin,
      together: oneByOne({ begin }),
      aside: single(db.aside, isBatch),
      close: () => db.close(),
    };
  }

  function single(sql: TenantSql, isBatch: boolean): TenantSql {
    return {
      async query(text, values, tenants) {
        const statement = readStatement(text);
        // What only reads may look for work in all businesses.
        if (!statement.changesTenants && mixes(new Set([statement])).length === 0) {
          return await sql.query(text, values, tenants);
        }
        const transaction = started(isBatch);
        try {
          return await run(transaction, sql, text, values, tenants);
        } finally {
          if (!statement.changesTenants) transaction.businesses.clear();
          end(transaction);
        }
      },
    };
  }

  /** Kept where it may break a rule; a name is given to its place only then, which takes long. */
  function end(transaction: Transaction): void {
    const { businesses, unnamed, statements, isBatch } = transaction;
    const isSuspect =
      (businesses.size > 1 && !isBatch) || unnamed.size > 0 || mixes(statements).length > 0;
    if (!isSuspect) return;
    const file = asIfIn ?? fileOf(transaction.place.stack);
    if (file === undefined) return;
    const key = [file, isBatch, ...businesses, ...[...statements].map(({ text }) => text)].join();
    suspects.set(key, { ...transaction, in: file });
  }
}

function started(isBatch: boolean): Transaction {
  const place = { stack: '' };
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 16;
  Error.captureStackTrace(place, started);
  Error.stackTraceLimit = stackTraceLimit;
  return {
    place,
    isBatch,
    businesses: new Set(),
    statements: new Set(),
    unnamed: new Set(),
  };
}

async function run<Row>(
  { statements, businesses, unnamed }: Transaction,
  sql: TenantSql,
  text: string,
  values: readonly unknown[] = [],
  tenants?: Tenants,
): Promise<Row[]> {
  const statement = readStatement(text);
  const rows = await sql.query<Row>(text, values, tenants);
  if (statement.tenants.length === 0 && statement.lookups.length === 0) return rows;
  statements.add(statement);
  if (statement.tenants.length === 0) return rows;
  const named = [...businessesIn(statement, values)];
  if (statement.changesTenants && !statement.isGivenBusinesses && named.length === 0) {
    unnamed.add(statement);
  }
  for (const business of named) businesses.add(business);
  for (const business of businessesOf(rows)) businesses.add(business);
  return rows;
}

/** A lookup and a tenant table that one transaction touches. */
function mixes(statements: ReadonlySet<Statement>): string[] {
  const lookups = [...statements].flatMap((statement) => statement.lookups);
  const tenants = [...statements].flatMap((statement) => statement.tenants);
  return lookups.length > 0 && tenants.length > 0 ? [...new Set([...lookups, ...tenants])] : [];
}

function breachesOf(suspect: Suspect, known: ReadonlySet<bigint>): Breach[] {
  const { in: file, isBatch, statements, unnamed } = suspect;
  const businesses = [...suspect.businesses].filter((id) => known.has(id));
  const mixed = mixes(statements);
  const found: Breach[] = [];
  if (businesses.length > 1 && !isBatch) {
    const tables = [...new Set([...statements].flatMap((statement) => statement.tenants))];
    const what = `businesses ${businesses.join(', ')} in ${tables.join(', ')}`;
    found.push({ rule: 'businesses', in: file, what });
  }
  if (mixed.length > 0) found.push({ rule: 'lookup', in: file, what: mixed.join(', ') });
  for (const { text } of unnamed) {
    found.push({ rule: 'unnamed', in: file, what: text.trim().replaceAll(/\s+/g, ' ') });
  }
  return found;
}

const root = join(import.meta.dirname, '../..');
/** What every statement passes through says nothing about where it came from. */
const passedThrough =
  /^(?:test\/tracer\/|test\/moments\.ts|src\/runtime\/(?:table|gather|lease)\.ts)/;

/** Undefined: a test asked. */
function fileOf(stack: string): string | undefined {
  const frames = stack.matchAll(/\(?(?:file:\/\/)?(\/[^():]+):\d+:\d+/g);
  for (const [, path] of frames) {
    const file = path!.startsWith(`${root}/`) ? path!.slice(root.length + 1) : '';
    if (file === '' || file.startsWith('node_modules/') || passedThrough.test(file)) continue;
    return file.startsWith('src/') ? file : undefined;
  }
  return undefined;
}

/** The breaches, without the claims of names for a new business, as a sentence each. */
export function notAllowed(breaches: readonly Breach[]): string[] {
  return breaches
    .filter(({ rule, in: file }) => rule === 'unnamed' || !(file in onboarding))
    .map(({ rule, in: file, what }) => `${file}: ${rules[rule]}: ${what}`);
}
