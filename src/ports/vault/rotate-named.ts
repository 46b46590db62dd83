import { Secret } from '../../kernel/secret.ts';
import type { Sql } from '../../runtime/sql.ts';
import { keyBytes, takeKey } from './cipher.ts';
import { createDataKeys } from './data-keys.ts';
import { fingerprintWith } from './hashes.ts';
import { insertNamedKey, type KeyName } from './key-store.ts';
import { type NamedKey, wrapNamedKey } from './keyring.ts';
import { openRecords, type RecordName } from './records.ts';
import type { RotationOutcome, RotationRun } from './rotate.ts';
import { VaultError } from './vault-error.ts';

/** A stored fingerprint, and the vault record that it was made from. */
export type FingerprintedRow = RecordName & {
  readonly fingerprint: Buffer;
  /** The context that `fingerprint` got with the value. */
  readonly context?: string;
};

/**
 * A column of fingerprints, implemented by the store of its table. A change of the value changes record and fingerprint
 * in one transaction.
 */
export type FingerprintedRows = {
  /** Scope: all; reads only. How many fingerprints are of other versions than this. */
  count(sql: Sql, version: number): Promise<number>;
  /** Scope: all; reads only. Fingerprints of other versions than this, in key order after `after`. */
  list(
    sql: Sql,
    range: {
      readonly version: number;
      readonly after: FingerprintedRow | undefined;
      readonly limit: number;
    },
  ): Promise<FingerprintedRow[]>;
  /** Replaces `fingerprint` by `next` where it is unchanged; returns how many rows changed. */
  replace(
    sql: Sql,
    rows: readonly (FingerprintedRow & { readonly next: Buffer })[],
  ): Promise<number>;
};

/**
 * New values get the new version; then stored ones are replaced, if their values are in the vault. The old version is
 * kept: it still compares fingerprints of values that were not kept.
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
  // A slow process still used the old key, and may do so again.
  if (moved > 0) return { continueAt: new Date(now().getTime() + graceMs), unreadable };
  await sql.query(
    `update vault_named_keys set state = 'retired'
     where name = 'fingerprint' and version < $1 and state = 'active'`,
    [key.version],
  );
  return { unreadable };
}

type Pass = { moved: number; unreadable: number };

/** One pass over the column. */
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

/** New API keys get a new pepper. Stored hashes stay valid: they cannot be replaced without the keys. */
export async function rotatePepper(run: RotationRun): Promise<RotationOutcome> {
  const { activeFrom } = await announceNamedKey(run, 'pepper');
  return run.now() < activeFrom ? { continueAt: activeFrom } : {};
}

/** The key of this rotation, which is used some time after it was made: by then every process can read its results. */
async function announceNamedKey(run: RotationRun, name: KeyName): Promise<NamedKey> {
  const { sql, keyring, randomBytes, number, now, graceMs } = run;
  await keyring.refresh();
  const newest = keyring.named(name)[0]!;
  if (newest.rotation >= number) return newest;
  if (newest.version === 255) {
    throw new VaultError(
      'keys_not_ours_to_make',
      `All 255 versions of the ${name} key are used up.`,
    );
  }
  const root = keyring.activeRoot();
  const place = { name, version: newest.version + 1, rootVersion: root.version };
  const wrapped = wrapNamedKey(root.key, place, takeKey(randomBytes(keyBytes)), randomBytes);
  const createdAt = now();

  // If two runs do this at once, one inserts; both continue with the inserted key.
  await insertNamedKey(sql, {
    ...place,
    wrapped,
    state: 'active',
    rotation: number,
    activeFrom: new Date(createdAt.getTime() + graceMs),
    createdAt: createdAt,
  });
  await keyring.refresh();
  return keyring.named(name)[0]!;
}
