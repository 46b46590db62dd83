import type { Config } from '../config.ts';

type Keys = Pick<Config, 'keysFile' | 'keyText' | 'keyCommand'>;

/** Told when a key-encryption key lies ready, before anything is locked with it. */
export function beforeKek(keys: Keys, id: string): string {
  return `The next key is ${id}, in ${placeOf(keys)}. Nothing is locked with it yet.

Before you go on:
${stepsOf(keys)
  .map((step) => `  - ${step}`)
  .join('\n')}
Who does not have the key then can store nothing new once other keys are replaced, and cannot be started any more.

Then run quittance vault rotate kek again: that locks the vault with the new key.`;
}

/** Told when the vault is locked with it. */
export function afterKek(keys: Keys): string {
  return (
    `The vault is locked with the newest key of ${placeOf(keys)}: whoever starts from now on needs it.\n` +
    'Keep the older keys too: backups of the database that were made before this open with nothing else. ' +
    `A copy of the keys that was locked away before lacks the new key: lock a new one away.`
  );
}

function placeOf({ keysFile, keyText, keyCommand }: Keys): string {
  if (keyCommand) return 'what QUITTANCE_KEK_COMMAND prints';
  return keyText ? 'QUITTANCE_KEK' : keysFile;
}

function stepsOf({ keysFile, keyText, keyCommand }: Keys): string[] {
  const lockAway = 'lock a copy of the new key away, apart from the backups of the database.';
  if (keyCommand) {
    return ['see that the command prints both keys on every host, the new one last;', lockAway];
  }
  if (keyText) {
    const both = 'set QUITTANCE_KEK to the new key, a comma and the old one';
    return [`${both}, on every host and for commands too, and start each process again;`, lockAway];
  }
  return [
    `copy ${keysFile} to every other host that has a keys file of its own;`,
    'lock a new copy of it away, apart from the backups of the database.',
  ];
}
