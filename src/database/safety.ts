import type { Sql } from '../base/sql.ts';
import { oldestMajor } from './binaries.ts';
import { DatabaseFault } from './database-fault.ts';

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

/** What is wrong with the server's promises; nothing is what should come back. */
export async function checkSafety(sql: Sql): Promise<SafetyFinding[]> {
  const rows = await sql.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any ($1)',
    [rules.map((rule) => rule.setting)],
  );
  const values = new Map(rows.map((row) => [row.name, row.setting]));
  const findings: SafetyFinding[] = [];
  for (const { setting, safe, danger } of rules) {
    const value = values.get(setting) ?? 'unknown';
    if (!safe.includes(value)) findings.push({ setting, value, danger });
  }
  return findings;
}

type Kind = { readonly number: number; readonly version: string; readonly encoding: string };

/** A database of somebody else's making may be one in which this program cannot work at all. */
export async function refuseUnfit(sql: Sql): Promise<void> {
  const [kind] = await sql.query<Kind>(
    `select current_setting('server_version_num')::integer as number,
       current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
  );
  const flaw = whatIsUnfit(kind!);
  if (flaw !== undefined) throw new DatabaseFault(flaw);
}

export function whatIsUnfit({ number, version, encoding }: Kind): string | undefined {
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
