import { Secret } from '../../../kernel/secret.ts';
import { fits, type References } from '../request-terms.ts';

/** A value of the metadata, and the start of a key of 255 signs at most. */
export const references: References = { longest: 250, signs: 'A-Za-z0-9_-' };

export const isReference = fits(references);

/** What the gateway calls cards and their customers: nobody may see it. Some of its codes begin with `card_` as well. */
export const namesOfCards = /\b(?:(?:pm|src|cus)_\w+|card_[A-Za-z0-9]{14,})/g;

/** A card that is kept, and whose it is there. */
export type CardName = { readonly customer: string; readonly card: string };

export function tokenOf({ customer, card }: CardName): Secret {
  return new Secret(`${customer}/${card}`);
}

/** Undefined: it is no token of a card. Cards of older interfaces keep their names. */
export function cardNameIn(token: Secret): CardName | undefined {
  const [, customer, card] =
    /^(cus_\w{1,60})\/((?:pm|card|src)_\w{1,60})$/.exec(token.reveal()) ?? [];
  return customer && card ? { customer, card } : undefined;
}

/** What nobody may see of it. */
export function secretsOfName({ customer, card }: CardName): readonly Secret[] {
  return [new Secret(customer), new Secret(card)];
}
