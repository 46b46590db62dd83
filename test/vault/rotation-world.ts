import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Secret } from '../../src/kernel/secret.ts';
import { type RotationReport, rotate, type WhichKey } from '../../src/ports/vault/rotate.ts';
import type { Vault } from '../../src/ports/vault/vault.ts';
import { recordedProgress } from '../recorded-progress.ts';
import { nameOf, scratchTokens, type Written, writeToken } from './scratch-tokens.ts';
import { type ScratchVault, scratchVault } from './scratch-vault.ts';

type Scope = { after(work: () => Promise<void>): void };
export const rotationKinds: readonly WhichKey[] = ['kek', 'root', 'data', 'fingerprint', 'pepper'];
export const graceMs = 120_000;

/** A vault with a table of fingerprints beside it, and what is expected to be in both. */
export async function rotationWorld(scope: Scope) {
  const scratch = await scratchVault(scope);
  const written: Written = new Map();
  const { steps, progress } = recordedProgress();
  const settings = { fingerprinted: [scratchTokens], graceMs, batchRows: 3, progress };
  return {
    ...scratch,
    written,
    steps,
    write: (vault: Vault, businessId: bigint, token: string) =>
      writeToken(scratch.db, vault, written, nameOf(businessId, token)),
    rotate: (which: WhichKey, sql = scratch.db) =>
      rotate({ ...scratch.options({ sql }), ...settings }, which),
    /** Calls again when told to, until it is finished. */
    async rotateToTheEnd(which: WhichKey, sql = scratch.db): Promise<RotationReport[]> {
      const reports: RotationReport[] = [];
      for (;;) {
        const report = await rotate({ ...scratch.options({ sql }), ...settings }, which);
        reports.push(report);
        if (report.finished) return reports;
        if (report.announced) continue;
        assert.ok(report.continueAt! > scratch.clock.time);
        scratch.clock.time = report.continueAt!;
      }
    },
  };
}
export type RotationWorld = Awaited<ReturnType<typeof rotationWorld>>;

export async function fill(w: RotationWorld, businesses = 3n, tokens = 7): Promise<Vault> {
  const vault = await w.open();
  for (let businessId = 1n; businessId <= businesses; businessId += 1n) {
    for (let n = 0; n < tokens; n += 1) await w.write(vault, businessId, `t${n}`);
  }
  return vault;
}

/** Every secret opens, and every fingerprint is that of its secret, for this vault. */
export async function checkAll({ db, written }: RotationWorld, vault: Vault): Promise<void> {
  const names = [...written.values()].map(({ name }) => name);
  for (const [i, answer] of (await vault.openMany(db, names)).entries()) {
    if (!(answer instanceof Secret)) throw answer;
    assert.equal(answer.reveal(), [...written.values()][i]!.value);
  }
  const rows = await db.query<{ business_id: bigint; token: string; fingerprint: Buffer }>(
    'select business_id, token, fingerprint from pristine.scratch_tokens',
  );
  assert.equal(rows.length, written.size);
  for (const { business_id, token, fingerprint } of rows) {
    const { value, routing } = written.get(`${business_id} ${token}`)!;
    assert.equal(vault.sameFingerprint(fingerprint, new Secret(value), routing), true);
  }
}

/** What is left under keys before the newest. */
export async function leftBehind({ db, keysFile }: Pick<ScratchVault, 'db' | 'keysFile'>) {
  const newestKek = JSON.parse((await readFile(keysFile, 'utf8')).trim().split('\n').at(-1)!).id;
  const rows = await db.query<Record<WhichKey, bigint>>(
    `select
       (select count(*) from vault_roots where kek_id <> $1) as kek,
       (select count(*) from vault_keys k where wrapped is not null
          and root_version < (select max(version) from vault_roots))
       + (select count(*) from vault_named_keys
          where root_version < (select max(version) from vault_roots))
       + (select count(*) from vault_roots where state = 'retiring') as root,
       (select count(*) from vault_records v where key_version <
          (select max(version) from vault_keys k where k.business_id = v.business_id))
       + (select count(*) from vault_keys where state = 'retiring') as data,
       (select count(*) from pristine.scratch_tokens where get_byte(fingerprint, 0) <>
          (select max(version) from vault_named_keys where name = 'fingerprint')) as fingerprint,
       0::bigint as pepper`,
    [newestKek],
  );
  return rows[0]!;
}

/** The newest of each kind, by which a finished rotation is told from one that did nothing. */
export async function versions({ db, keysFile }: Pick<ScratchVault, 'db' | 'keysFile'>) {
  const [row] = await db.query<Record<Exclude<WhichKey, 'kek'>, number>>(
    `select (select max(version) from vault_roots) as root,
       (select min(v) from (select max(version) v from vault_keys group by business_id) m) as data,
       (select max(version) from vault_named_keys where name = 'fingerprint') as fingerprint,
       (select max(version) from vault_named_keys where name = 'pepper') as pepper`,
  );
  return { ...row!, kek: (await readFile(keysFile, 'utf8')).trim().split('\n').length };
}
