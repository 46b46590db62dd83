import { Refusal } from '../../kernel/refusal.ts';
import { levelFor } from '../risk/card-testing/judge.ts';
import type { Level } from '../risk/card-testing/limits.ts';
import { spendProof } from '../risk/card-testing/proof.ts';
import { isProbeDue, takeProbe } from '../risk/card-testing/stops.ts';
import { readSuspects, type SuspectRow } from '../risk/card-testing/store.ts';
import { pageSuspects } from '../risk/card-testing/suspect.ts';
import type { NewMethod } from '../source.ts';
import type { OpenedSession } from './open-session.ts';

type Typed = {
  readonly method: NewMethod;
  readonly from: string;
  readonly proof: string;
  /** True if it needs a proof in any case. */
  readonly wantsProof: boolean;
};

/**
 * Refuses to save numbers for a suspect who tests cards elsewhere. A later charge counts against the caller: a token
 * that is some minutes old does not shelter it.
 */
export async function refuseTester(
  { world, session }: OpenedSession,
  { method, from, proof, wantsProof }: Typed,
): Promise<void> {
  const prove = async () => {
    if (!(await spendProof(world, session, proof))) throw new Refusal('proof_wanted');
  };
  if (method.kind !== 'card') {
    if (wantsProof) await prove();
    return;
  }
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
  const levelIn = ({ watched, kind }: SuspectRow) => levelFor(watched, kind, attempt, at);
  const stopped = rows.filter((row) => levelIn(row) === 'stop');
  if (!stopped.every(({ watched, kind }) => isProbeDue(watched, kind, attempt, at))) {
    throw new Refusal('too_many_cards_tried');
  }
  if (wantsProof || rows.map(levelIn).some(isForProof)) await prove();
  if (stopped.length > 0 && !(await takeProbe(world, stopped, attempt))) {
    throw new Refusal('too_many_cards_tried');
  }
}

const isForProof = (level: Level) => level === 'prove' || level === 'stop';
