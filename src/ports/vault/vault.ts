import { Secret } from '../../kernel/secret.ts';
import type { Sql } from '../../runtime/sql.ts';
import { nonceBytes } from './cipher.ts';
import { destroyDataKeys } from './data-key-store.ts';
import { createDataKeys } from './data-keys.ts';
import { createHashes, type Hashes } from './hashes.ts';
import { openKeyring, type VaultOptions } from './keyring.ts';
import { openRecords, type RecordName, type SealedRecord, sealRecord } from './records.ts';
import { VaultError } from './vault-error.ts';

export type { VaultOptions } from './keyring.ts';
export {
  dropRecords,
  dropRecordsOf,
  insertFirstRecord,
  insertRecords,
  type RecordName,
  recordColumns,
  recordNames,
  replaceRecords,
  type SealedRecord,
  type VaultField,
} from './records.ts';
export { VaultError } from './vault-error.ts';

/** The only place that can read a stored card number, account number or other secret. */
export type Vault = Hashes & {
  /** A row to be inserted. Do not call it inside a transaction: the first call for a business creates its key. */
  seal(record: RecordName, value: Secret): Promise<SealedRecord>;
  open(sql: Sql, record: RecordName): Promise<Secret>;
  /** One result for each name, so that one bad record does not fail the others. */
  openMany(sql: Sql, records: readonly RecordName[]): Promise<(Secret | VaultError)[]>;
  /** Shreds everything that the business ever stored in the vault, for ever. */
  destroyBusinessKey(businessId: bigint): Promise<void>;
  /**
   * Reads the present keys. Sealing does so by itself every `refreshMs`; a process that only compares API keys and
   * fingerprints must call this as often.
   */
  refresh(): Promise<void>;
  /** The result of the last refresh. */
  standing(): Standing;
};

export type Standing = {
  /** True if a key in use cannot be opened here: nothing new can be sealed. */
  readonly isShut: boolean;
  readonly flaw: VaultError | undefined;
};

/** The opened secret; undefined if the record is missing. Every other error is thrown. */
export function orMissing(answer: Secret | VaultError): Secret | undefined {
  if (answer instanceof Secret) return answer;
  if (answer.code === 'record_missing') return undefined;
  throw answer;
}

/** How long a process may go on with keys that a rotation has replaced. */
export const refreshMs = 30_000;

/** The number of nonces that are generated at once: one call costs as much as the rest of sealing. */
const noncesAtOnce = 256;

export async function openVault(options: VaultOptions): Promise<Vault> {
  const { sql, randomBytes, now } = options;
  const keyring = await openKeyring(options);
  const dataKeys = createDataKeys({ sql, keyring, randomBytes, now });
  const nextNonce = nonceSource(randomBytes);
  let freshUntil = now().getTime() + refreshMs;
  let refreshing: Promise<void> | undefined;
  let standing: Standing = { isShut: false, flaw: undefined };

  return {
    ...createHashes(keyring, now),

    async seal(record, value) {
      if (now().getTime() >= freshUntil) await refresh();
      const { businessId } = record;
      const key = dataKeys.known(businessId) ?? (await dataKeys.active(businessId));
      return sealRecord(record, key, nextNonce(), value);
    },

    async open(from, record) {
      const [answer] = await openRecords(from, dataKeys, [record]);
      if (answer instanceof VaultError) throw answer;
      return answer!;
    },
    openMany: (from, records) => openRecords(from, dataKeys, records),

    async destroyBusinessKey(businessId) {
      await destroyDataKeys(sql, businessId, now());
      dataKeys.forget(businessId);
    },
    refresh,
    standing: () => standing,
  };

  async function refresh(): Promise<void> {
    refreshing ??= (async () => {
      standing = { isShut: false, flaw: await refreshKeys() };
      dataKeys.forget();
      freshUntil = now().getTime() + refreshMs;
    })().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  }

  async function refreshKeys(): Promise<VaultError | undefined> {
    try {
      return await keyring.refresh();
    } catch (error) {
      if (error instanceof VaultError) standing = { isShut: true, flaw: error };
      throw error;
    }
  }
}

function nonceSource(randomBytes: (count: number) => Buffer): () => Buffer {
  let drawn: Buffer = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at === drawn.length) {
      drawn = randomBytes(nonceBytes * noncesAtOnce);
      at = 0;
    }
    at += nonceBytes;
    return drawn.subarray(at - nonceBytes, at);
  };
}

/** The part of a card or account number that may be shown, so that a person recognizes it. */
export function last4Of(number: Secret): string {
  return number.reveal().slice(-4);
}
