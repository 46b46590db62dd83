import { Refusal } from '../../kernel/refusal.ts';
import type { NewMethod } from '../new-source.ts';
import { levelFor } from '../risk/card-testing/judge.ts';
import { higher } from '../risk/card-testing/limits.ts';
import { spendProof } from '../risk/card-testing/proof.ts';
import { readSuspects } from '../risk/card-testing/store.ts';
import { pageSuspects } from '../risk/card-testing/suspect.ts';
import type { OpenedSession } from './open-session.ts';

type Typed = { readonly method: NewMethod; readonly from: string; readonly proof: string };

/**
 * Keeps numbers from being saved for whoever tests cards elsewhere. What is charged later counts for the caller, whom a
 * token of some minutes does not shelter.
 */
export async function refuseTester(
  { world, session }: OpenedSession,
  { method, from, proof }: Typed,
): Promise<void> {
  if (method.kind !== 'card') return;
  const { card, expiry } = method;
  const attempt = {
    number: world.vault.fingerprint(card.number).toString('hex', 0, 8),
    bin: card.first6,
    expiry: `${expiry.year}${String(expiry.month).padStart(2, '0')}`,
    isSmall: false,
    isSaved: false,
  };
  const names = pageSuspects(session, from).map(({ name }) => name);
  const rows = await readSuspects(world.db, names);
  const at = world.now().getTime();
  const level = rows
    .map(({ watched, kind }) => levelFor(watched, kind, attempt, at))
    .reduce(higher, 'none');
  if (level === 'stop') throw new Refusal('too_many_cards_tried');
  if (level === 'prove' && !(await spendProof(world, session, proof))) {
    throw new Refusal('proof_wanted');
  }
}
