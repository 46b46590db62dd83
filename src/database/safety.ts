import { DatabaseError, oldestMajor } from '#embedded-postgres';
import { bool, int4, text } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';

/** A setting under which an acknowledged payment may be lost, or damage goes unseen. */
export type SafetyFinding = { setting: string; value: string; danger: string };

type Rule = { setting: string; safe: readonly string[]; danger: string };

const rules: readonly Rule[] = [
  {
    setting: 'fsync',
    safe: ['on'],
    danger: 'a power cut may destroy the database',
  },
  {
    setting: 'full_page_writes',
    safe: ['on'],
    danger: 'a power cut may leave half-written pages that recovery cannot mend',
  },
  {
    setting: 'synchronous_commit',
    safe: ['on', 'remote_apply', 'remote_write'],
    danger: 'what was acknowledged may be lost when a server fails',
  },
  {
    setting: 'data_checksums',
    safe: ['on'],
    danger: 'damaged pages are read as if they were sound',
  },
];

const settings = shape({ name: text, setting: text });
const roles = shape({ isSuper: bool, isFree: bool });

/** Settings that break the server's promises; empty if all is well. */
export async function checkSafety(sql: Sql): Promise<SafetyFinding[]> {
  const rows = await settings.read(
    sql,
    'select name, setting from pg_settings where name = any ($1)',
    [rules.map((rule) => rule.setting)],
  );
  const values = new Map(rows.map((row) => [row.name, row.setting]));
  const findings: SafetyFinding[] = [];
  for (const { setting, safe, danger } of rules) {
    const value = values.get(setting) ?? 'unknown';
    if (!safe.includes(value)) findings.push({ setting, value, danger });
  }
  // Checks the role that logged in: a role that a transaction has put on may be taken off again.
  const role = await roles.readOne(
    sql,
    `select rolsuper as "isSuper", rolbypassrls as "isFree" from pg_roles where rolname = session_user`,
  );
  if (role?.isSuper) {
    const danger =
      'a statement may read and write the files of the server: take a role that owns the database alone';
    findings.push({ setting: 'superuser', value: 'on', danger });
  } else if (role?.isFree) {
    const danger =
      'row-level security does not keep businesses apart: alter role … nobypassrls takes that right away';
    findings.push({ setting: 'bypassrls', value: 'on', danger });
  }
  return findings;
}

const kinds = shape({ number: int4, version: text, encoding: text });
type Kind = RowOf<typeof kinds>;

/** Refuses a database of a version or encoding with which this program cannot work. */
export async function refuseUnfit(sql: Sql): Promise<void> {
  const kind = await kinds.readRow(
    sql,
    `select current_setting('server_version_num')::integer as number,
       current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
  );
  const flaw = unfitReason(kind);
  if (flaw !== undefined) throw new DatabaseError(flaw);
}

export function unfitReason({ number, version, encoding }: Kind): string | undefined {
  if (Math.floor(number / 10_000) < oldestMajor) {
    return `the server that DATABASE_URL names is PostgreSQL ${version}; ${oldestMajor} or later is needed`;
  }
  if (encoding !== 'UTF8') {
    return (
      `the database that DATABASE_URL names is encoded in ${encoding}, not in UTF8: ` +
      'createdb --encoding=UTF8 --template=template0 makes one that holds every text'
    );
  }
  return undefined;
}
