import { text } from '../runtime/column.ts';
import type { Database, Sql, Tenants } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import { manifest, tenantKey } from './manifest.ts';

/*
 * Row-level security: the second check, behind the `business_id` of each statement. Every table with a business_id,
 * except lookups, has one policy, which compares it with the setting `quittance.business`: the ids of businesses, or `all`. Without the
 * setting no row is there. The setting lasts for one transaction.
 */
const setting = 'quittance.business';

/** The value of the setting. Empty: no business. */
export function scopeOf(tenants: Tenants | 'all' | undefined): string {
  return tenants === undefined || tenants === 'all' ? (tenants ?? '') : tenants.join(',');
}

/** A statement that is sent with the next one, before the same Sync. */
export type Ahead = {
  /** None: its text differs from time to time. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
};

const begin: Ahead = { name: 'begin', text: 'begin isolation level read committed', values: [] };

export function setScope(scope: string): Ahead {
  return { name: 'set_scope', text: `select set_config('${setting}', $1, true)`, values: [scope] };
}

/** `scope` holds digits and commas, or `all`. */
export function beginWithin(scope: string): readonly Ahead[] {
  if (scope === '') return [begin];
  // No query: the first one may say how isolated the transaction shall be.
  return [begin, { name: undefined, text: `set local ${setting} = '${scope}'`, values: [] }];
}

const policy = 'own_business';

// Each subquery runs once per statement, and only if a row is judged.
const condition = `(select current_setting('${setting}', true) = 'all')
  or ${tenantKey} = any ((select
    string_to_array(nullif(current_setting('${setting}', true), 'all'), ',')::bigint[])::bigint[])`;

const tables = shape({ name: text });

/** Read before it is known whose row it is: by the hash of a key, a name that is claimed, a secret address. */
const lookups = Object.keys(manifest).filter((table) => manifest[table]!.kind === 'lookup');

/** Tables with a business_id that the policy does not guard, or not against their owner. */
export async function unguardedTables(sql: Sql): Promise<string[]> {
  const found = await tables.read(
    sql,
    `select c.relname::text as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = $1 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and c.relname <> all ($3::text[]) and not (c.relrowsecurity and c.relforcerowsecurity
         and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $2))
     order by c.relname`,
    [tenantKey, policy, lookups],
  );
  return found.map(({ name }) => name);
}

/** Gives every table with a business_id its policy: a migration that makes a table need not think of it. */
export async function guardTables(db: Database): Promise<void> {
  if ((await unguardedTables(db)).length === 0) return;
  await db.begin(async (tx) => {
    // Several processes may start at once.
    await tx.query('select from migrations order by number limit 1 for update');
    for (const table of await unguardedTables(tx)) {
      await tx.query(`drop policy if exists ${policy} on "${table}"`);
      await tx.query(`create policy ${policy} on "${table}" using (${condition})`);
      await tx.query(`alter table "${table}" enable row level security`);
      await tx.query(`alter table "${table}" force row level security`);
    }
  });
}
