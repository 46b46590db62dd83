import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyProviderOptions, keyProvider } from '../../src/ports/vault/key-provider.ts';
import { openVault, type Vault, type VaultOptions } from '../../src/ports/vault/vault.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { freshDatabase } from '../database.ts';
import { countedBytes } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';

/** Other bytes for each vault, and the same at every run. */
const randomBytes = countedBytes();

/** A clock that stands until a test moves it. */
export type Clock = { time: Date };

export type ScratchVault = {
  readonly db: Database;
  readonly clock: Clock;
  /** Outside the data folder. */
  readonly keysFile: string;
  /** What the operator was told. */
  readonly said: string[];
  options(changes?: Partial<VaultOptions>): VaultOptions;
  /** One process's view: its own caches over the same database and keys file. */
  open(changes?: Partial<VaultOptions>): Promise<Vault>;
};

export async function scratchVault(scope: Scope): Promise<ScratchVault> {
  const { db } = await freshDatabase(scope);
  const clock: Clock = { time: new Date('2025-03-01T12:00:00Z') };
  const { said, ...provider } = await scratchKeys(scope, clock);
  const options = (changes: Partial<VaultOptions> = {}): VaultOptions => ({
    sql: db,
    provider: keyProvider(provider),
    randomBytes,
    now: () => clock.time,
    ...changes,
  });
  return {
    db,
    clock,
    keysFile: provider.file,
    said,
    options,
    open: (changes) => openVault(options(changes)),
  };
}

/** Settings of a key provider whose places are gone when `scope` ends. */
export async function scratchKeys(
  scope: Scope,
  clock: Clock = { time: new Date('2025-03-01T12:00:00Z') },
): Promise<KeyProviderOptions & { readonly said: string[]; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-keys-'));
  atEnd(scope, () => rm(folder, { recursive: true }));
  const said: string[] = [];
  return {
    folder,
    said,
    file: join(folder, 'keys', 'keys.json'),
    dataFolder: join(folder, 'data'),
    live: false,
    randomBytes,
    now: () => clock.time,
    say: (sentence) => said.push(sentence),
  };
}
