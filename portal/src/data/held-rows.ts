import { useMemo, useState } from 'react';

/* Rows of a list that changes while somebody is at it. */

type Held<Row> = {
  readonly rows: readonly Row[];
  /** How many new ones wait before the first. */
  readonly waiting: number;
};

/** The rows that are shown keep their places and change where they are; new ones wait. */
export function heldRows<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  id: (row: Row) => string,
): Held<Row> {
  const now = new Map(fresh.map((row) => [id(row), row]));
  const known = new Set(shown.map(id));
  const first = fresh.findIndex((row) => known.has(id(row)));
  return {
    rows: shown.map((row) => now.get(id(row)) ?? row),
    waiting: first === -1 ? fresh.length : first,
  };
}

type Holding<Row> = {
  id(row: Row): string;
  /** Which filters and page the rows are of; rows of another view are shown at once. */
  readonly view: string | undefined;
  readonly isHeld: boolean;
};

/** The rows to show: what was read last, or what was shown before while somebody is at them. */
export function useHeldRows<Row>(
  fresh: readonly Row[],
  { id, view, isHeld }: Holding<Row>,
): Held<Row> & { release(): void } {
  const [base, setBase] = useState({ view, rows: fresh });
  const isKept = isHeld && base.view === view && base.rows.length > 0;
  if (!isKept && (base.rows !== fresh || base.view !== view)) setBase({ view, rows: fresh });
  const held = useMemo(
    () => (isKept ? heldRows(base.rows, fresh, id) : { rows: fresh, waiting: 0 }),
    [isKept, base, fresh, id],
  );
  return { ...held, release: () => setBase({ view, rows: fresh }) };
}
