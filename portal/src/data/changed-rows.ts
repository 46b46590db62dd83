import { useEffect, useRef, useState } from 'react';

const tintedMs = 1200;
const none: ReadonlySet<string> = new Set();

/**
 * The rows that are others than a moment ago, for as long as they are tinted. Of a list with no row in common with the
 * one before, such as the next page, none is.
 */
export function useChanged<Row>(
  rows: readonly Row[] | undefined,
  id: (row: Row) => string,
): ReadonlySet<string> {
  const [changed, setChanged] = useState(none);
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  const idOf = useRef(id);
  idOf.current = id;
  useEffect(() => {
    if (!rows) return;
    const now = new Map(rows.map((row) => [idOf.current(row), JSON.stringify(row)]));
    const former = before.current;
    before.current = now;
    if (![...now.keys()].some((one) => former.has(one))) return;
    const others = [...now].flatMap(([one, text]) => (former.get(one) === text ? [] : [one]));
    if (others.length === 0) return;
    setChanged(new Set(others));
    const timer = setTimeout(() => setChanged(none), tintedMs);
    return () => {
      clearTimeout(timer);
      setChanged(none);
    };
  }, [rows]);
  return changed;
}
