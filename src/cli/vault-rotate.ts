import { keysOf } from '../build-world.ts';
import { tokenFingerprints } from '../tokens/fingerprints.ts';
import { platform, recordAct } from '../trail/trail.ts';
import { type RotationReport, rotate, type WhichKey } from '../vault/rotate.ts';
import type { World } from '../world.ts';
import { type Command, print, UsageFault } from './command.ts';
import { operator } from './house-command.ts';
import { afterKek, beforeKek } from './kek-words.ts';
import { openHouse } from './open-house.ts';

const which: readonly WhichKey[] = ['kek', 'root', 'data', 'fingerprint', 'pepper'];

export const vaultRotate: Command = {
  doc:
    'Replaces a key of the vault while everybody works. Stopped half way, it goes on where it was. For kek it is called ' +
    'twice: first it makes the key and says where it must be brought, then it locks the vault with it.',
  usage: which.join('|'),
  async run(config, [wish = '']) {
    const key = which.find((one) => one === wish);
    if (!key) throw new UsageFault(`it needs one of: ${which.join(', ')}`);
    const house = await openHouse(config);
    try {
      const { db: sql, now, sleep, randomBytes } = house.world;
      const provider = keysOf(config, print);
      for (;;) {
        const options = { sql, provider, randomBytes, now, fingerprinted: [tokenFingerprints] };
        const report = await rotate(options, key);
        await writeDown(house.world, report);
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
        await sleep(Math.max(0, continueAt.getTime() - now().getTime()));
      }
    } finally {
      await house.close();
    }
  },
};

/** After the work, which is no one transaction: who is killed in it leaves the row of whoever goes on. */
async function writeDown(
  { db, now }: World,
  { which: key, number, finished, announced, moved, unreadable }: RotationReport,
): Promise<void> {
  const facts = { number, finished, moved, unreadable, announced };
  const act = { actor: operator(), act: 'vault.rotated', object: `vault:${key}`, facts, at: now() };
  await db.begin((tx) => recordAct(tx, { businessId: platform, ...act }));
}
