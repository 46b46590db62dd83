import { luhnValid } from '../../../../../src/kernel/digits.ts';

export type VaultCard = { readonly number: string; readonly expiry: string };

/** The Customer Vault: cards by the ids that the gateway gives them. */
export function openVault() {
  const cards = new Map<string, VaultCard>();
  let count = 0;

  return {
    find: (id: string) => cards.get(id),
    clear: () => cards.clear(),

    add(card: VaultCard): string {
      count += 1;
      const id = String(1_200_000_000 + count);
      cards.set(id, card);
      return id;
    },

    /** A field that is empty stays as it is. Undefined: there is no such id. */
    update(id: string, { number, expiry }: VaultCard): VaultCard | undefined {
      const before = cards.get(id);
      if (!before) return undefined;
      const after = { number: number || before.number, expiry: expiry || before.expiry };
      cards.set(id, after);
      return after;
    },
  };
}

export type Vault = ReturnType<typeof openVault>;

export function flawOfCard({ number, expiry }: VaultCard): string | undefined {
  if (!/^\d{13,19}$/.test(number) || !luhnValid(number)) return 'Invalid Credit Card Number';
  const isMonth = /^(?:0[1-9]|1[0-2])\d\d$/.test(expiry);
  return isMonth ? undefined : 'Invalid Credit Card Expiration Date';
}
