import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../src/database/connect.ts';
import type { Database } from '../src/runtime/sql.ts';
import {
  asService,
  globalSetup,
  globalTeardown,
  serviceRole,
  template,
  urlVariable,
  withDatabase,
} from './global-setup.ts';
import { atEnd, type Scope } from './scope.ts';

export type FreshDatabase = { url: string; db: Database };

/** `sortedAs`: an empty one may put texts in the order of a language, such as `cs`. */
type DatabaseOptions = { readonly empty: boolean; readonly sortedAs?: string };

/**
 * A database with all migrations and no rows of a test, until `scope` ends: a test's context, or `{ after }` of
 * node:test for a whole file (then awaited before the first test, or node:test takes the file for finished). A test that
 * leaves a transaction or a connection open fails.
 */
export async function freshDatabase(
  scope: Scope,
  options: DatabaseOptions = { empty: false },
): Promise<FreshDatabase> {
  const server = await enterServer();
  const lent = (options.empty ? undefined : idle.pop()) ?? (await create(server, options));
  const { db, isUnderWay, isClosed, release } = lend(lent.db);

  atEnd(scope, async () => {
    let isClean = false;
    try {
      // What is under way may wait for ever.
      if (isUnderWay()) {
        assert.deepEqual(await openTransactions(lent), [], 'a transaction was left open');
      }
      await release();
      assert.deepEqual(await leftOver(lent), [], 'a connection or transaction was left open');
      isClean = true;
    } finally {
      if (isClean && !options.empty && !isClosed() && (await canLendAgain(lent))) idle.push(lent);
      else await drop(server, lent);
      await leaveServer();
    }
  });
  return { url: lent.url, db };
}

type Lent = {
  readonly name: string;
  readonly url: string;
  readonly db: Database;
  /** A superuser, in the same database. */
  readonly admin: Database;
  uses: number;
};

/*
 * A new database and the connections to it cost many times as much as a test that needs them. One whose test is over is
 * emptied and lent again, unless the test changed its schema.
 */
const idle: Lent[] = [];
let isPooling = false;
const mostIdle = 12;
/** Deleted rows take up room until their database is dropped. */
const mostUses = 1000;

/** From now until `dropIdleDatabases` this process lends its databases again. */
export function poolDatabases(): void {
  isPooling = true;
}

export async function dropIdleDatabases(): Promise<void> {
  isPooling = false;
  for (const lent of idle.splice(0)) await drop(process.env[urlVariable]!, lent);
}

const ownSessions = ['test', 'test database'] as const;
/** For limits that prove nothing: a machine may stand still for longer than the product would wait. */
export const patienceMs = 3_600_000;
const patient = { connectTimeoutMs: patienceMs, plans: 'once', size: 5 } as const;

async function create(server: string, { empty, sortedAs }: DatabaseOptions): Promise<Lent> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const order = sortedAs === undefined ? '' : `locale_provider icu icu_locale '${sortedAs}'`;
  await asAdmin(
    server,
    `create database ${name} template ${empty ? 'template0' : template} ${order} owner ${serviceRole} strategy file_copy`,
  );
  const own = withDatabase(server, name);
  const url = asService(own);
  const [applicationName, adminName] = ownSessions;
  const db = connect(url, { ...patient, applicationName, tenants: 'all' });
  const admin = connect(own, { ...patient, size: 1, applicationName: adminName });
  return { name, url, db, admin, uses: 0 };
}

async function drop(server: string, { name, db, admin }: Lent): Promise<void> {
  await Promise.all([db.close(), admin.close()]);
  await asAdmin(server, `drop database ${name} with (force)`);
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const admin = connect(server, { ...patient, size: 1, applicationName: 'test databases' });
  try {
    await admin.query(statement);
  } finally {
    await admin.close();
  }
}

async function canLendAgain(lent: Lent): Promise<boolean> {
  lent.uses += 1;
  if (!isPooling || idle.length === mostIdle || lent.uses === mostUses) return false;
  if (lent.uses % 8 === 0) await truncateBulky(lent);
  const [row] = await lent.admin.query<{ isRestored: boolean }>(
    'select pristine.restore() as "isRestored"',
  );
  return row!.isRestored;
}

/** Deleted rows take up room, and nothing vacuums them. */
async function truncateBulky(lent: Lent): Promise<void> {
  const bulky = await lent.admin.query<{ name: string }>(
    `select distinct coalesce(i.indrelid, c.oid)::regclass::text as name
     from pg_class c left join pg_index i on i.indexrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')
       and pg_relation_size(c.oid) > 1000000`,
  );
  if (bulky.length === 0) return;
  await lent.admin.query(`truncate ${bulky.map(({ name }) => name).join(', ')}`);
}

/** The same database for one borrower; after its end every call fails. */
function lend(shared: Database) {
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;
  let isClosed = false;
  async function during<T>(work: () => Promise<T>): Promise<T> {
    if (isOver) throw new Error('the test that had this database is over');
    const done = work();
    underWay.add(done);
    try {
      return await done;
    } finally {
      underWay.delete(done);
    }
  }
  const db: Database = {
    query: (text, values, tenants) => during(() => shared.query(text, values, tenants)),
    begin: (work, tenants) => during(() => shared.begin(work, tenants)),
    together: (works, tenants) => during(() => shared.together(works, tenants)),
    aside: {
      query: (text, values, tenants) => during(() => shared.aside.query(text, values, tenants)),
    },
    close: async () => {
      isClosed = true;
      await shared.close();
    },
  };
  return {
    db,
    isUnderWay: () => underWay.size > 0,
    isClosed: () => isClosed,
    release: async () => {
      isOver = true;
      await Promise.allSettled(underWay);
    },
  };
}

/** What stands in the same transaction at many looks: a backend stands in one as long as it gets no processor, too. */
async function openTransactions(lent: Lent): Promise<string[]> {
  let before: string[] = [];
  for (let looks = 0; ; looks += 1) {
    const open = await sessions(lent, `state like 'idle in transaction%'`);
    const stands = open.filter((session) => before.includes(session));
    if (open.length === 0 || (stands.length > 0 && looks >= 100)) return stands;
    if (stands.length === 0) looks = 0;
    before = stands.length > 0 ? stands : open;
    await delay(10);
  }
}

/**
 * Connections of others, and our own in a transaction. A backend is still seen for a moment after its client is gone, and
 * in a transaction after it said that this is over.
 */
async function leftOver(lent: Lent): Promise<string[]> {
  const own = ownSessions.map((name) => `'${name}'`).join(', ');
  for (let tries = 0; ; tries += 1) {
    const left = await sessions(
      lent,
      `(application_name not in (${own}) or state like 'idle in transaction%')`,
    );
    if (left.length === 0 || tries === 3000) return left;
    await delay(10);
  }
}

async function sessions({ admin, name }: Lent, condition: string): Promise<string[]> {
  const rows = await admin.query<{ session: string }>(
    `select application_name || ', since ' || state_change || ': ' || left(query, 200) as session
     from pg_stat_activity
     where datname = $1 and backend_type = 'client backend' and ${condition}`,
    [name],
  );
  return rows.map(({ session }) => session);
}

let own: Promise<void> | undefined;
let users = 0;

/** A file that is run without the global set-up has a server of its own while it needs one. */
async function enterServer(): Promise<string> {
  if (process.env[urlVariable] === undefined) own ??= globalSetup();
  users += 1;
  await own;
  return process.env[urlVariable]!;
}

async function leaveServer(): Promise<void> {
  users -= 1;
  if (users > 0 || own === undefined) return;
  own = undefined;
  delete process.env[urlVariable];
  await globalTeardown();
}
