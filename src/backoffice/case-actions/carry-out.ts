import { Refusal } from '../../kernel/refusal.ts';
import type { CaseKey, OpenCase } from '../../records/case.ts';
import { readConfirmed } from '../../records/case-store.ts';
import { close, confirm, reopen } from '../../records/decide-case.ts';
import type { Person } from '../../records/person.ts';
import type { World } from '../../world.ts';
import { actions, type CaseAction, type ConfirmedCase } from './actions.ts';

/** Confirms a decision and carries it out: write down, do it, write down. */
export async function confirmAndCarryOut(
  world: World,
  key: CaseKey,
  person: Person,
  what: Parameters<typeof confirm>[3],
): Promise<OpenCase> {
  return await carryOut(world, await confirm(world, key, person, what)); // committed
}

/** Carries out a decision, or goes on with it. A decision that cannot be carried out any more opens the case again. */
async function carryOut(world: World, decided: OpenCase): Promise<OpenCase> {
  const { kind } = decided;
  const confirmed = confirmedCase(decided);
  const ofKind: Readonly<Record<string, CaseAction>> = actions[kind];
  const act = ofKind[confirmed.proposal];
  if (!act) throw new Error(`no action for ${confirmed.proposal} about ${kind}`);
  const result = await act(world, confirmed).catch((error: unknown) => {
    // A rule that refuses will refuse again; a busy object will be free soon.
    if (!(error instanceof Refusal) || isLater(error)) throw error;
    return { again: error.message };
  });
  return 'done' in result
    ? await close(world, confirmed, result.done) // committed
    : await reopen(world, confirmed, result.again); // committed
}

function confirmedCase(decided: OpenCase): ConfirmedCase {
  const { proposal, confirmedBy, confirmedAt } = decided;
  if (proposal === undefined || confirmedBy === undefined || confirmedAt === undefined) {
    throw new Error(`the case ${decided.id} is ${decided.state}`);
  }
  return { ...decided, proposal, confirmedBy, confirmedAt };
}

function isLater(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'payment_busy' || error.code === 'busy');
}

// Some wait for days until it is known what became of a refund, and must not stand in the way of others.
const atOnce = 1000;
const leaveAloneMs = 60_000;

/**
 * Goes on with decisions that were confirmed and not carried out: a process died, or the object was busy. Returns how
 * many came to their end.
 */
export async function carryOutConfirmed(world: World, only?: bigint): Promise<number> {
  const before = new Date(world.now().getTime() - leaveAloneMs);
  let ended = 0;
  for (const confirmed of await readConfirmed(world.db, before, atOnce, only)) {
    try {
      await carryOut(world, confirmed);
      ended += 1;
    } catch (error) {
      if (isLater(error)) continue;
      const { businessId, kind } = confirmed;
      world.log.error('case.not_carried_out', { businessId, kind, error });
    }
  }
  return ended;
}
