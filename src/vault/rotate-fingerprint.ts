import { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import { createDataKeys } from './data-keys.ts';
import { fingerprintWith } from './hashes.ts';
import type { NamedKey } from './keyring.ts';
import { openRecords } from './open-records.ts';
import type { RecordName } from './records.ts';
import type { RotationOutcome, RotationRun } from './rotate.ts';
import { announceNamedKey } from './rotate-pepper.ts';

/** A stored fingerprint, and the record in the vault that it was made from. */
export type FingerprintedRow = RecordName & {
  readonly fingerprint: Buffer;
  /** What was given to `fingerprint` beside the value. */
  readonly context?: string;
};

/**
 * A column that holds fingerprints; implemented by whoever owns the table. Whoever puts another value
 * behind a fingerprint has to change record and fingerprint in one transaction.
 */
export type FingerprintedRows = {
  /** Scope: all; reads only. In key order, behind `after`: fingerprints of any other version than this. */
  list(
    sql: Sql,
    wish: {
      readonly version: number;
      readonly after: FingerprintedRow | undefined;
      readonly limit: number;
    },
  ): Promise<FingerprintedRow[]>;
  /** Puts `next` where `fingerprint` is still the stored one; says how often it was. */
  replace(
    sql: Sql,
    rows: readonly (FingerprintedRow & { readonly next: Buffer })[],
  ): Promise<number>;
};

/**
 * New values get the new version; then stored ones are made anew, as far as their values are in the vault.
 * The old version is kept: fingerprints of values that were not kept can still be compared.
 */
export async function rotateFingerprint(run: RotationRun): Promise<RotationOutcome> {
  const { sql, now, graceMs, fingerprinted } = run;
  const key = await announceNamedKey(run, 'fingerprint');
  if (now() < key.activeFrom) return { continueAt: key.activeFrom };
  const total = { moved: 0, unreadable: 0 };
  for (const rows of fingerprinted) {
    const { moved, unreadable } = await once(run, key, rows);
    total.moved += moved;
    total.unreadable += unreadable;
  }

  const { moved, unreadable } = total;
  const settledAt = new Date(key.activeFrom.getTime() + graceMs);
  if (now() < settledAt) return { continueAt: settledAt, unreadable };
  // Somebody was late and still used the old key; perhaps not for the last time.
  if (moved > 0) return { continueAt: new Date(now().getTime() + graceMs), unreadable };
  await sql.query(
    `update vault_named_keys set state = 'retired'
     where name = 'fingerprint' and version < $1 and state = 'active'`,
    [key.version],
  );
  return { unreadable };
}

type Pass = { moved: number; unreadable: number };

/** Once over the column. */
async function once(run: RotationRun, key: NamedKey, rows: FingerprintedRows): Promise<Pass> {
  const { sql, batchRows } = run;
  const dataKeys = createDataKeys(run);
  const pass = { moved: 0, unreadable: 0 };
  let after: FingerprintedRow | undefined;
  for (;;) {
    const listed = await rows.list(sql, { version: key.version, after, limit: batchRows });
    if (listed.length === 0) return pass;
    const values = await openRecords(sql, dataKeys, listed);
    const renewed = listed.flatMap((row, i) => {
      const value = values[i];
      if (!(value instanceof Secret)) return [];
      return [{ ...row, next: fingerprintWith(key, value, row.context) }];
    });
    const moved = renewed.length > 0 ? await rows.replace(sql, renewed) : 0;
    await run.count(moved);
    pass.moved += moved;
    pass.unreadable += listed.length - renewed.length;
    after = listed.at(-1);
  }
}
