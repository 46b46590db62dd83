import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useHere } from './business.tsx';

/* How the portal looks to a person. It is kept in the browser, for each person apart. */

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function parsed<T>(stored: string | null): T | undefined {
  try {
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined;
  }
}

/** The choice of this person under the name; undefined: none yet. */
export function usePreference<T>(
  name: string,
): readonly [T | undefined, (next: T | undefined) => void] {
  const { membership } = useHere();
  const place = `${name} ${membership.userId}`;
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(place));
  const chosen = useMemo(() => parsed<T>(stored), [stored]);
  const choose = (next: T | undefined) => {
    if (next === undefined) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  return [chosen, choose];
}

/** How high the rows of lists are. */
export const densities = ['tight', 'usual', 'roomy'] as const;
export type Density = (typeof densities)[number];

export function useDensity(): readonly [Density, (next: Density) => void] {
  const [density = 'usual', choose] = usePreference<Density>('density');
  return [density, choose];
}

/** Lets the whole page have the density that this person chose. */
export function useDensityOfPage(): void {
  const [density] = useDensity();
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
}
