import { Refusal } from '../../../kernel/refusal.ts';
import type { World } from '../../../world.ts';
import type { NewMethod } from '../../source.ts';
import { levelFor } from './judge.ts';
import type { Level } from './limits.ts';
import { isProbeDue, takeProbe } from './stops.ts';
import { readSuspects, type SuspectRow } from './store.ts';
import { pageSuspects } from './suspect.ts';

type Typed = {
  readonly method: NewMethod;
  readonly from: string;
  /** Spends the proof of work that came along; false if there is none. */
  readonly prove: () => Promise<boolean>;
  /** True if it needs a proof in any case. */
  readonly wantsProof: boolean;
};

/**
 * Refuses to save numbers for a suspect who tests cards elsewhere. A later charge counts against the caller: a token
 * that is some minutes old does not shelter it.
 */
export async function refuseTester(
  { world, page }: { readonly world: World; readonly page: Parameters<typeof pageSuspects>[0] },
  { method, from, wantsProof, ...typed }: Typed,
): Promise<void> {
  const prove = async () => {
    if (!(await typed.prove())) throw new Refusal('proof_wanted');
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
  const names = pageSuspects(page, from).map(({ name }) => name);
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
