import type { Progress } from '../../kernel/progress.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rotations, type WhichKey } from './key-store.ts';
import { type Keyring, openKeyring, type VaultOptions } from './keyring.ts';
import { rotateData } from './rotate-data.ts';
import { rotateKek } from './rotate-kek.ts';
import { type FingerprintedRows, rotateFingerprint, rotatePepper } from './rotate-named.ts';
import { rotateRoot } from './rotate-root.ts';
import { rowsLeft } from './rows-left.ts';
import { refreshMs } from './vault.ts';

/*
 * Rotation of keys under load. Every step reads the rows to find what is left to do, and changes a row only if it is
 * unchanged since: a run may be killed at any point, run twice at once, or be continued by another process. Old keys
 * stay readable, so a record that was sealed with one a moment too late still opens.
 */

export type { WhichKey } from './key-store.ts';

export type RotationOptions = VaultOptions & {
  /** The columns with fingerprints, which are replaced from values in the vault. */
  readonly fingerprinted: readonly FingerprintedRows[];
  /** The time after which every process knows a new key. */
  readonly graceMs?: number;
  readonly batchRows?: number;
  /** Takes the rows that are written anew. */
  readonly progress?: Progress;
};

export type RotationReport = {
  readonly which: WhichKey;
  /** Numbers the rotations of this kind. */
  readonly number: number;
  readonly finished: boolean;
  /** When to call again, if it is not finished: until then some process may still use the old key. */
  readonly continueAt: Date | undefined;
  /** The key-encryption key of the next call, which every process must be able to read by then. */
  readonly announced: string | undefined;
  /** Rows written in this call. */
  readonly moved: number;
  /** Rows that do not open, left unchanged; their old key is kept. */
  readonly unreadable: number;
};

/** The context of a rotation of any kind. */
export type RotationRun = Required<Omit<RotationOptions, 'mayBegin' | 'progress'>> & {
  readonly keyring: Keyring;
  readonly number: number;
  /** Adds to the count in the rotation's row. */
  count(rows: number): Promise<void>;
};

/** The time of the next call, and the number of rows that do not open. */
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

/** Continues the running rotation, else starts one. */
export async function rotate(options: RotationOptions, which: WhichKey): Promise<RotationReport> {
  const { sql, now } = options;
  const keyring = await openKeyring(options);
  const number = await startOrJoin(sql, which, now());
  let moved = 0;
  if (options.progress) {
    const left = await rowsLeft(sql, { which, number, fingerprinted: options.fingerprinted });
    options.progress.step(`rows under the ${which} key`, 1, 1, left);
  }

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
      options.progress?.did(rows);
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

const numbers = rotations.pick('number');

/** Scope: reference. */
async function startOrJoin(sql: Sql, which: WhichKey, now: Date): Promise<number> {
  for (;;) {
    const running = await numbers.readOne(
      sql,
      `select number from vault_rotations where which = $1 and finished_at is null`,
      [which],
    );
    if (running) return running.number;
    // If two starts run at once, one inserts nothing, and reads the row of the other in the next round.
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
