import { keyBytes, takeKey } from './cipher.ts';
import { insertNamedKey, type KeyName } from './key-store.ts';
import { type NamedKey, wrapNamedKey } from './keyring.ts';
import type { RotationOutcome, RotationRun } from './rotate.ts';
import { VaultError } from './vault-error.ts';

/** New API keys get a new pepper. What is stored stays good: a hash cannot be made anew without its key. */
export async function rotatePepper(run: RotationRun): Promise<RotationOutcome> {
  const { activeFrom } = await announceNamedKey(run, 'pepper');
  return run.now() < activeFrom ? { continueAt: activeFrom } : {};
}

/** The key of this rotation, made to be used after a while: by then every process can read what it made. */
export async function announceNamedKey(run: RotationRun, name: KeyName): Promise<NamedKey> {
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
  const place = { name, version: newest.version + 1, root_version: root.version };
  const wrapped = wrapNamedKey(root.key, place, takeKey(randomBytes(keyBytes)), randomBytes);
  const createdAt = now();

  // Of two runs one wins; both go on with what won.
  await insertNamedKey(sql, {
    ...place,
    wrapped,
    state: 'active',
    rotation: number,
    active_from: new Date(createdAt.getTime() + graceMs),
    created_at: createdAt,
  });
  await keyring.refresh();
  return keyring.named(name)[0]!;
}
