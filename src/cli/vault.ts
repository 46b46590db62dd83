import { validationFingerprints } from '../ach/validation/fingerprints.ts';
import { keysOf, makeKeys } from '../build-world.ts';
import type { Config } from '../config.ts';
import { tokenFingerprints } from '../payments/tokens/fingerprints.ts';
import { type RotationReport, rotate, type WhichKey } from '../ports/vault/rotate.ts';
import { platform, recordAct } from '../records/audit-log.ts';
import type { World } from '../world.ts';
import { type Command, ExpectedError, UsageError } from './command.ts';
import { operator } from './data-command.ts';
import { type ShownProgress, showProgress } from './show-progress.ts';

const which: readonly WhichKey[] = ['kek', 'root', 'data', 'fingerprint', 'pepper'];

const rotateCommand: Command = {
  doc:
    'Replaces a key of the vault while services run. If it is stopped, the same command continues. For kek it is run ' +
    'twice: the first run makes the key and says where to bring it, the second encrypts the vault with it.',
  usage: which.join('|'),
  async run(config, [given = ''], { open, print, err }) {
    const key = which.find((one) => one === given);
    if (!key) throw new UsageError(`it needs one of: ${which.join(', ')}`);
    const installation = await open(config);
    const progress = showProgress('vault rotate', { to: err });
    try {
      const { db: sql, now, sleep, randomBytes } = installation.world;
      const provider = keysOf(config, print);
      for (;;) {
        const options = {
          sql,
          provider,
          randomBytes,
          now,
          fingerprinted: [tokenFingerprints, validationFingerprints],
          progress,
        };
        const report = await rotate(options, key);
        progress.clear();
        await writeDown(installation.world, report);
        const { number, finished, continueAt, announced, moved, unreadable } = report;
        if (announced !== undefined) {
          print(beforeKek(config, announced));
          return 0;
        }
        print(
          `Rotation ${number} of ${key}: ${moved} rows written anew, ${unreadable} unreadable.`,
        );
        if (finished && key === 'kek') print(afterKek(config));
        if (finished) return unreadable > 0 ? 1 : 0;
        if (!continueAt) continue;
        print(
          `Waiting until ${continueAt.toISOString()}, when every process will know the new key. To stop is safe: the same command goes on.`,
        );
        await sleepShown(progress, Math.max(0, continueAt.getTime() - now().getTime()), sleep);
      }
    } finally {
      progress.end();
      await installation.close();
    }
  },
};

/** A wait of seconds is a step like any other. */
async function sleepShown(
  progress: ShownProgress,
  ms: number,
  sleep: World['sleep'],
): Promise<void> {
  const seconds = Math.ceil(ms / 1000);
  progress.step('seconds until every process knows the new key', 1, 1, seconds);
  for (let passed = 0; passed < seconds; passed += 1) {
    await sleep(ms / seconds);
    progress.did(1);
  }
}

/** After the work, which takes several transactions: if it is killed, the run that continues writes the row. */
async function writeDown(
  { db, now }: World,
  { which: key, number, finished, announced, moved, unreadable }: RotationReport,
): Promise<void> {
  const facts = { number, finished, moved, unreadable, announced };
  const act = { actor: operator(), act: 'vault.rotated', object: `vault:${key}`, facts, at: now() };
  await db.begin((tx) => recordAct(tx, { businessId: platform, ...act }));
}

type Keys = Pick<Config, 'keysFile' | 'keyText' | 'keyCommand'>;

/** Printed when a key-encryption key is made and nothing is encrypted with it yet. */
function beforeKek(keys: Keys, id: string): string {
  return `The next key is ${id}, in ${placeOf(keys)}. Nothing is locked with it yet.

Before you go on:
${stepsOf(keys)
  .map((step) => `  - ${step}`)
  .join('\n')}
Who does not have the key then can store nothing new once other keys are replaced, and cannot be started any more.

Then run quittance vault rotate kek again: that locks the vault with the new key.`;
}

/** Printed when the vault is encrypted with it. */
function afterKek(keys: Keys): string {
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

const makeCommand: Command = {
  doc: 'Makes the keys file, which live mode does not do by itself.',
  async run(config, _, { print }) {
    const { keysFile: file } = config;
    const isNew = await makeKeys(config);
    if (!isNew) throw new ExpectedError(`there is a keys file already: ${file}`);
    print(`Made ${file}. Keep a copy of it apart from the backups of the database.`);
    return undefined;
  },
};

export const vaultCommands = {
  'vault make-keys': makeCommand,
  'vault rotate': rotateCommand,
} as const;
