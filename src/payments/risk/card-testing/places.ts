/**
 * Cards that this process is charging now, by suspect and group: each of them may be refused. It bounds the tries that
 * pass before the first answer is known.
 */
export type Places = {
  /** Takes one place in each, or in none. */
  take(wanted: readonly Place[]): (() => void) | undefined;
  /** Settles when the next place becomes free. */
  freed(): Promise<void>;
};
export type Place = { readonly name: string; readonly most: number };

export function createPlaces(): Places {
  const taken = new Map<string, number>();
  let nextFree = Promise.withResolvers<void>();

  return {
    take(wanted) {
      if (wanted.some(({ name, most }) => (taken.get(name) ?? 0) >= most)) return undefined;
      for (const { name } of wanted) taken.set(name, (taken.get(name) ?? 0) + 1);
      return () => {
        for (const { name } of wanted) leave(name);
        nextFree.resolve();
        nextFree = Promise.withResolvers();
      };
    },
    freed: () => nextFree.promise,
  };

  function leave(name: string): void {
    const left = (taken.get(name) ?? 0) - 1;
    if (left > 0) taken.set(name, left);
    else taken.delete(name);
  }
}
