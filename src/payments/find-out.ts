import type { Unknown } from '../ports/processors/processor.ts';
import {
  afterCancel,
  afterInquiry,
  afterReplay,
  conclude,
  type Evidence,
  type Means,
  type Statement,
  statementOf,
  statementOfReplay,
  type Verdict,
} from './evidence.ts';

type Answer = Parameters<typeof statementOf>[0];

/** How a flow asks about a reference that is in doubt. */
export type Ways<A> = {
  /** `told`: the meaning for this reference, if it differs from the meaning of the answer by itself. */
  inquire(): Promise<{ readonly answer: A; readonly told?: Statement }>;
  cancel(): Promise<A>;
  /** `askedAt`: the last moment at which it may have been sent. */
  replay(): Promise<{ readonly answer: A; readonly askedAt: Date }>;
};

export type FoundOut<A> = {
  readonly verdict: Verdict;
  readonly known: Evidence;
  /** The last one about this reference. */
  readonly answer: A | Unknown;
};

/**
 * Inquires about a reference, and acts on the evidence: nothing, a cancel, or a replay. While a cancel may still arrive
 * it is sent again, and nothing else is sent.
 */
export async function findOut<A extends Answer>(
  now: () => Date,
  means: Means,
  before: Evidence,
  ways: Ways<A>,
): Promise<FoundOut<A>> {
  if (before.undone) return await undo(now, means, before, ways);
  const inquiredAt = now();
  const { answer, told = statementOf(answer) } = await ways.inquire();
  const known = afterInquiry(means, before, told, inquiredAt);
  const verdict = conclude(means, known, now());
  const next = 'next' in verdict ? verdict.next : 'wait';
  if (next === 'cancel') return await undo(now, means, known, ways);
  if (next === 'wait') return { verdict, known, answer };
  const again = await ways.replay();
  const toldAgain = statementOfReplay(means, again.answer);
  const after = afterReplay(known, toldAgain, again.askedAt);
  const isOfTheFirst = toldAgain === statementOf(again.answer);
  const last = isOfTheFirst ? again.answer : refusedToday;
  return { verdict: conclude(means, after, now()), known: after, answer: last };
}

/** A flow would take the refusal itself for the outcome. */
const refusedToday: Unknown = {
  outcome: 'unknown',
  reason: 'sent again, and refused for what it meets today',
};

async function undo<A extends Answer>(
  now: () => Date,
  means: Means,
  before: Evidence,
  { cancel }: Ways<A>,
): Promise<FoundOut<A>> {
  const answer = await cancel();
  const known = afterCancel(before, statementOf(answer));
  return { verdict: conclude(means, known, now()), known, answer };
}
