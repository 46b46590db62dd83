import type { World } from '../../world.ts';
import { isDue } from './conclude.ts';
import { endValidation, passValidation } from './end.ts';
import { sentCents } from './probes.ts';
import { countWrongTry, lockValidation } from './store.ts';
import { mostWrongTries, type ValidationKey } from './validation.ts';

/** `over`: it ended before, or was validated; its page shows which. */
export type Confirmed = 'validated' | 'not_sent' | 'over' | { readonly triesLeft: number };

/**
 * Checks the amounts that a payer enters, in either order. Locks the validation, so that concurrent tries are checked
 * one after the other. The last wrong one withdraws the waiting debits.
 */
export async function confirmAmounts(
  world: World,
  key: ValidationKey,
  named: readonly [bigint, bigint],
): Promise<Confirmed> {
  return await world.db.begin(async (tx) => {
    const validation = await lockValidation(tx, key);
    if (validation?.state !== 'pending' || isDue(validation, world.now())) return 'over';
    const sent = await sentCents(tx, key);
    if (!sent) return 'not_sent';
    if (areEqual(sent, named)) {
      await passValidation(world, tx, validation);
      return 'validated';
    }
    const triesLeft = mostWrongTries - (await countWrongTry(tx, validation));
    if (triesLeft > 0) return { triesLeft };
    await endValidation(world, tx, validation, 'failed', { reason: tooOften });
    return { triesLeft };
  });
}

const tooOften = 'the amounts of its micro-deposits were named wrongly too often';

function areEqual(sent: readonly bigint[], named: readonly bigint[]): boolean {
  const inOrder = (cents: readonly bigint[]) =>
    cents
      .map(Number)
      .sort((a, b) => a - b)
      .join();
  return inOrder(sent) === inOrder(named);
}
