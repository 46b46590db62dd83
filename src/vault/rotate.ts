import type { Sql } from '../base/sql.ts';
import { type Keyring, openKeyring, type VaultOptions } from './keyring.ts';
import { rotateData } from './rotate-data.ts';
import { type FingerprintedRows, rotateFingerprint } from './rotate-fingerprint.ts';
import { rotateKek } from './rotate-kek.ts';
import { rotatePepper } from './rotate-pepper.ts';
import { rotateRoot } from './rotate-root.ts';
import { refreshMs } from './vault.ts';

/*
 * Rotation of keys while everybody works. Every step looks at the rows to find out what is left to do, and
 * changes a row only if it is still as it was read; so a run may be killed anywhere, run twice at once, or
 * be continued by another process. Old keys stay readable: whoever wrote with one a moment too late has
 * lost nothing.
 */

export type WhichKey = 'kek' | 'root' | 'data' | 'fingerprint' | 'pepper';

export type RotationOptions = VaultOptions & {
  /** Columns with fingerprints, to be made anew from what is in the vault. */
  readonly fingerprinted: readonly FingerprintedRows[];
  /** Until when every process has learnt of a new key. */
  readonly graceMs?: number;
  readonly batchRows?: number;
};

export type RotationReport = {
  readonly which: WhichKey;
  /** Counts the rotations of this kind. */
  readonly number: number;
  readonly finished: boolean;
  /** When to call again, if it is not finished: until then some process may still use the old key. */
  readonly continueAt: Date | undefined;
  /** The key-encryption key that the next call will use, and that every process must be able to read by then. */
  readonly announced: string | undefined;
  /** Rows written anew in this call. */
  readonly moved: number;
  /** Rows that do not open, left as they are; their old key is kept at hand. */
  readonly unreadable: number;
};

/** What a kind of rotation gets to work with. */
export type RotationRun = Required<Omit<RotationOptions, 'mayBegin'>> & {
  readonly keyring: Keyring;
  readonly number: number;
  /** Adds to the count that is kept in the rotation's row. */
  count(rows: number): Promise<void>;
};

/** When to come back, and what could not be opened. */
export type RotationOutcome = {
  readonly continueAt?: Date | undefined;
  readonly announced?: string;
  readonly unreadable?: number;
};

const kinds: Record<WhichKey, (run: RotationRun) => Promise<RotationOutcome>> = {
  kek: rotateKek,
  root: rotateRoot,
  data: rotateData,
  fingerprint: rotateFingerprint,
  pepper: rotatePepper,
};

/** Continues the rotation that is under way, else starts one. */
export async function rotate(options: RotationOptions, which: WhichKey): Promise<RotationReport> {
  const { sql, now } = options;
  const keyring = await openKeyring(options);
  const number = await startOrJoin(sql, which, now());
  let moved = 0;

  const {
    continueAt,
    announced,
    unreadable = 0,
  } = await kinds[which]({
    graceMs: 4 * refreshMs,
    batchRows: 500,
    ...options,
    keyring,
    number,
    async count(rows) {
      if (rows === 0) return;
      moved += rows;
      await sql.query(
        'update vault_rotations set moved = moved + $1 where which = $2 and number = $3',
        [rows, which, number],
      );
    },
  });

  const finished = continueAt === undefined && announced === undefined;
  if (finished) await finish(sql, which, number, now());
  return { which, number, finished, continueAt, announced, moved, unreadable };
}

/** Scope: reference. */
async function startOrJoin(sql: Sql, which: WhichKey, now: Date): Promise<number> {
  for (;;) {
    const running = await sql.query<{ number: number }>(
      'select number from vault_rotations where which = $1 and finished_at is null',
      [which],
    );
    if (running[0]) return running[0].number;
    // Of two that start at once one does nothing here, and finds the other's row above.
    await sql.query(
      `insert into vault_rotations (which, number, moved, started_at)
       select $1::text, coalesce(max(number), 0) + 1, 0, $2::timestamptz
       from vault_rotations where which = $1::text
       on conflict do nothing`,
      [which, now],
    );
  }
}

/** Scope: reference. */
async function finish(sql: Sql, which: WhichKey, number: number, now: Date): Promise<void> {
  await sql.query(
    `update vault_rotations set finished_at = $1
     where which = $2 and number = $3 and finished_at is null`,
    [now, which, number],
  );
}
