import type { SealedRecord } from '../../ports/vault/vault.ts';

/** A card or bank account that a business may charge again. Its number is in the vault. */
export type Token = {
  readonly businessId: bigint;
  readonly token: string;
  readonly fingerprint: Buffer;
  readonly last4: string;
  readonly holder: string;
  readonly address: string;
  readonly postalCode: string;
  readonly createdAt: Date;
} & (CardFacts | BankFacts);

type CardFacts = {
  readonly kind: 'card';
  readonly brand: string;
  readonly first6: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
};

type BankFacts = {
  readonly kind: 'bank';
  readonly routingNumber: string;
  readonly accountKind: 'checking' | 'savings';
  readonly accountHolder: 'personal' | 'business';
};

/** A token and its sealed number, written together. */
export type NewToken = { readonly token: Token; readonly record: SealedRecord };

/**
 * Instead of the first six digits, which no card has: its number is not here. It was forgotten, or a gateway alone has it.
 */
export const unknownBank = '000000';

/** True if only a gateway has the card's number. */
export function isHeldCard(token: Token): boolean {
  return token.kind === 'card' && token.first6 === unknownBank;
}

/** The name of the sealed field, to which the vault binds the number. */
export const numberField = { card: 'card_number', bank: 'account_number' } as const;
