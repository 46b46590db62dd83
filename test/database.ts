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

/**
 * A database of its own with all migrations, gone when `scope` ends: a test's context, or
 * `{ after }` of node:test for a whole file (then awaited before the first test, or node:test takes
 * the file for finished). Whoever leaves a transaction or a connection open fails.
 */
export async function freshDatabase(
  scope: Scope,
  options = { empty: false },
): Promise<FreshDatabase> {
  const server = await enterServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = connect(server, { size: 1, applicationName: 'test database' });
  await admin.query(
    `create database ${name} template ${options.empty ? 'template0' : template} owner ${serviceRole} strategy file_copy`,
  );
  const url = asService(withDatabase(server, name));
  const db = connect(url, { applicationName: 'test', tenants: 'all' });

  atEnd(scope, async () => {
    try {
      const open = await sessions(admin, name, `state like 'idle in transaction%'`);
      await db.close();
      const left = await leftOver(admin, name);
      assert.deepEqual(open, [], 'a transaction was left open');
      assert.deepEqual(left, [], 'a connection was left open');
    } finally {
      await admin.query(`drop database ${name} with (force)`);
      await admin.close();
      await leaveServer();
    }
  });
  return { url, db };
}

/** A backend is still seen for a moment after its client is gone. */
async function leftOver(admin: Database, name: string): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    const left = await sessions(admin, name, 'true');
    if (left.length === 0 || tries === 3000) return left;
    await delay(10);
  }
}

async function sessions(admin: Database, name: string, condition: string): Promise<string[]> {
  const rows = await admin.query<{ session: string }>(
    `select application_name || ': ' || left(query, 200) as session from pg_stat_activity
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
