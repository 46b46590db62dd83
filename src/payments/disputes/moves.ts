import type { DisputeRow } from '../../ports/processors/dispute-row.ts';
import type { Dispute } from './dispute.ts';

/*
 * The states of a dispute and the only transitions between them. A processor may report a dispute late, so it may begin
 * in any state and pass over any; it may report the same state twice, and in any order.
 */

/** After `won` the bank may take the money once more; `lost` is final. */
export const moves = {
  inquiry: ['open', 'won', 'lost'],
  open: ['won', 'lost'],
  won: ['open', 'lost'],
  lost: [],
} as const satisfies Record<DisputeRow['state'], readonly DisputeRow['state'][]>;

export type DisputeState = keyof typeof moves;
export const disputeStates = Object.keys(moves) as DisputeState[];

/** How far along a state is: of two rows of one moment the one further along counts. */
const stage: Readonly<Record<DisputeState, number>> = { inquiry: 0, open: 1, won: 2, lost: 2 };

type Told = Pick<DisputeRow, 'state' | 'cents' | 'at' | 'answerUntil'>;

/** `old`: it, or something later, was reported before. `contradiction`: there is no such transition. */
export type RowEffect = 'new' | 'moved' | 'changed' | 'old' | 'contradiction';

export function effectOf(before: Dispute | undefined, row: Told): RowEffect {
  if (!before) return 'new';
  const isLater = row.at > before.toldAt;
  if (row.at < before.toldAt) return 'old';
  if (row.state === before.state) return isLater && isOther(before, row) ? 'changed' : 'old';
  if (!isLater && stage[row.state] <= stage[before.state]) return 'old';
  return mayBecome(before.state, row.state) ? 'moved' : 'contradiction';
}

function mayBecome(from: DisputeState, to: DisputeState): boolean {
  return (moves[from] as readonly DisputeState[]).includes(to);
}

/** A closed dispute keeps its amount. */
function isOther({ state, amountCents, answerUntil }: Dispute, row: Told): boolean {
  if (state === 'won' || state === 'lost') return false;
  return amountCents !== row.cents || answerUntil?.getTime() !== row.answerUntil?.getTime();
}

/** The disputed amount and the amount that the bank holds, after a row. The bank may return less than it took. */
export function centsAfter(
  before: Pick<Dispute, 'amountCents' | 'takenCents'> | undefined,
  { state, cents }: Told,
): Pick<Dispute, 'amountCents' | 'takenCents'> {
  switch (state) {
    case 'inquiry':
      return { amountCents: cents, takenCents: 0n };
    case 'open':
    case 'lost':
      return { amountCents: cents, takenCents: cents };
    case 'won': {
      if (!before) return { amountCents: cents, takenCents: 0n };
      const { amountCents, takenCents } = before;
      return { amountCents, takenCents: takenCents > cents ? takenCents - cents : 0n };
    }
  }
}

/** The order in which rows happened. */
export function inOrder<R extends Told>(rows: readonly R[]): R[] {
  return rows.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || stage[one.state] - stage[other.state],
  );
}
