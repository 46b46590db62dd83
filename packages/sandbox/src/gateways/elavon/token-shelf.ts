export type Kept = { readonly number: string; readonly expiry: string };

/** The cards that the gateway keeps. A token ends in the last four digits of its card. */
export function tokenShelf() {
  const kept = new Map<string, Kept>();
  let count = 0;

  return {
    find: (token: string) => kept.get(token),
    clear: () => kept.clear(),

    keep(card: Kept): string {
      count += 1;
      const token = `9${String(count).padStart(11, '0')}${card.number.slice(-4)}`;
      kept.set(token, card);
      return token;
    },

    /**
     * A card with a new number gets a new token, and its old token becomes invalid. Undefined: there is no such token.
     */
    update(token: string, number: string, expiry: string): string | undefined {
      const before = kept.get(token);
      if (!before) return undefined;
      const card = { number: number || before.number, expiry: expiry || before.expiry };
      if (number === '') {
        kept.set(token, card);
        return token;
      }
      kept.delete(token);
      return this.keep(card);
    },
  };
}

export type TokenShelf = ReturnType<typeof tokenShelf>;
