import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export type Query = Readonly<Record<string, string>>;

/** The query of the address: filters, cursor, chosen part. A link to it shows the same view. */
export function useQueryOfAddress(): readonly [
  Query,
  (change: Readonly<Record<string, string | undefined>>) => void,
] {
  const search = useSearch();
  const [path, go] = useLocation();
  const query = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    go(next.size === 0 ? path : `${path}?${next}`, { replace: true });
  };
  return [query, change];
}

export function pathWith(path: string, query: Query): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
