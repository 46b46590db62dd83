import { Secret } from '../../../kernel/secret.ts';

/**
 * The gateway's names of cards and of their customers, which nobody may see. Some of its codes begin with `card_` too.
 */
export const namesOfCards = /\b(?:(?:pm|src|cus)_\w+|card_[A-Za-z0-9]{14,})/g;

/** A stored card, and the customer that it belongs to at the gateway. */
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

/** The secrets of a name, which nobody may see. */
export function secretsOfName({ customer, card }: CardName): readonly Secret[] {
  return [new Secret(customer), new Secret(card)];
}
