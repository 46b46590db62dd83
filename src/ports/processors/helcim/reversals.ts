import { amountIn, type Row } from './client.ts';

/** `perhaps`: one of several was reversed, and it is not known which. */
type Reversed = 'yes' | 'no' | 'perhaps';

/**
 * Decides which transactions of one charge were reversed. A reversal undoes all of one transaction, and mostly does not
 * name it. Then its amount identifies the transaction, if no other has that amount. Captures, and refunds, are reversed
 * one by one.
 */
export function reversedIn(rows: readonly Row[]): (row: Row) => Reversed {
  const approved = [...new Map(rows.filter(isApproved).map((row) => [row.id, row])).values()];
  const reversals = approved.filter(({ type }) => type === 'reverse');
  const named = new Set(reversals.map(({ ofId }) => ofId));
  const nameless = reversals.filter(({ ofId }) => ofId === '');
  const taking = approved.filter(({ type }) => ['purchase', 'capture', 'refund'].includes(type));
  const isCaptured = taking.some(({ type }) => type === 'capture');
  // A captured amount is not held by its authorization any more.
  const others = isCaptured ? taking : [...taking, ...approved.filter(isAuthorization)];
  const unnamed = others.filter(({ id }) => !named.has(id));
  const isShown = reversals.every(({ ofId, ...reversal }) =>
    ofId === '' ? unnamed.some(isLike(reversal)) : others.some(({ id }) => id === ofId),
  );
  return (row) => {
    if (!isShown) return 'perhaps';
    if (named.has(row.id)) return 'yes';
    if (!unnamed.some(({ id }) => id === row.id)) return 'no';
    const meant = nameless.filter(isLike(row)).length;
    if (meant === 0) return 'no';
    return meant < unnamed.filter(isLike(row)).length ? 'perhaps' : 'yes';
  };
}

/** A purchase, capture or refund is reversed while its batch is open, so both are in the same batch. */
function isLike(one: Omit<Row, 'ofId'>): (other: Row) => boolean {
  const cents = amountIn(one);
  return (other) => {
    const isElsewhere = one.batchId !== '' && other.batchId !== '' && one.batchId !== other.batchId;
    return amountIn(other) === cents && (!isElsewhere || [one, other].some(isAuthorization));
  };
}

function isApproved({ status }: Row): boolean {
  return status === 'APPROVED';
}

function isAuthorization({ type }: Pick<Row, 'type'>): boolean {
  return type === 'preauth';
}
