import { Refusal } from '../base/refusal.ts';
import { close, confirm, type Person, reopen } from '../questions/decide.ts';
import { type Question, type QuestionKey, readConfirmed } from '../questions/store.ts';
import type { World } from '../world.ts';
import type { Carrier } from './carrier.ts';
import { carriers } from './carriers.ts';

/** The second person's yes, and everything that follows: write down, do it, write down. */
export async function confirmAndCarryOut(
  world: World,
  key: QuestionKey,
  person: Person,
): Promise<Question> {
  return await carryOut(world, await confirm(world, key, person)); // committed
}

/** Does what was decided, or goes on with it. What cannot be done any more is asked anew. */
async function carryOut(world: World, question: Question): Promise<Question> {
  const { kind, proposal } = question;
  const ofKind: Readonly<Record<string, Carrier>> = carriers[kind];
  const carry = ofKind[proposal!];
  if (!carry) throw new Error(`nobody carries out ${proposal} about ${kind}`);
  const carried = await carry(world, question).catch((error: unknown) => {
    // A rule says no, and will do so next time; whoever is busy will be done soon.
    if (!(error instanceof Refusal) || later.includes(error.code)) throw error;
    return { again: error.message };
  });
  return 'done' in carried
    ? await close(world, question, carried.done) // committed
    : await reopen(world, question, carried.again); // committed
}

const later: readonly string[] = ['payment_busy', 'busy'];

const atOnce = 64;
const leaveAloneMs = 60_000;

/**
 * What was decided and not carried out to its end, since whoever confirmed it died over it, or something else
 * was under way. Returns how many came to their end.
 */
export async function carryOutConfirmed(world: World, only?: bigint): Promise<number> {
  const before = new Date(world.now().getTime() - leaveAloneMs);
  let ended = 0;
  for (const question of await readConfirmed(world.db, before, atOnce, only)) {
    try {
      await carryOut(world, question);
      ended += 1;
    } catch (error) {
      const { businessId, kind } = question;
      world.log.error('question.not_carried_out', { businessId, kind, error });
    }
  }
  return ended;
}
