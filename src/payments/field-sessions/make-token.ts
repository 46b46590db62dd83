import { usualCountry } from '../../kernel/places.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { type NewMethod, newTokenOf } from '../source.ts';
import type { StoredToken } from '../tokens/store.ts';
import { tokenize } from '../tokens/tokenize.ts';
import { storeToken } from './field-session.ts';
import type { OpenedSession } from './open-session.ts';

/** The payer's input in the fields. */
export type TypedMethod = {
  readonly method: NewMethod;
  /** The name on the card or account; '' if the customer is known by name. */
  readonly name: string;
  readonly postalCode: string;
  /** The same for the same card or account. */
  readonly content: Secret;
};

/**
 * Makes the one token of a session. Its idempotency key names the session: the same card again, after an answer that was
 * lost, gets the same token, and another one is refused.
 */
export async function makeSessionToken(
  opened: OpenedSession,
  typed: TypedMethod,
): Promise<StoredToken['token']> {
  const { world, business, session, customer } = opened;
  const contact = contactOf(opened, typed);
  const made = await newTokenOf(world, business.id, typed.method, contact);
  const idempotencyKey = { key: `field-session ${session.id}`, content: typed.content };
  const { token } = await tokenize(world, {
    made,
    customerId: customer?.id,
    contact,
    idempotencyKey,
  });
  await storeToken(world.db, session, token.token);
  return token;
}

/** The input replaces no customer's name or address: it stays with the token. */
function contactOf({ customer, session }: OpenedSession, typed: TypedMethod): Contact {
  const { name, postalCode } = typed;
  const cut = name.lastIndexOf(' ');
  const names = {
    firstName: cut < 0 ? name : name.slice(0, cut).trim(),
    lastName: cut < 0 ? '' : name.slice(cut + 1),
  };
  if (customer) {
    return {
      ...customer,
      ...(name !== '' && names),
      postalCode: postalCode || customer.postalCode,
    };
  }
  const none = { phone: '', email: '', address1: '', address2: '', city: '', stateCode: '' };
  // A customer of its own, or all who are known by nothing would be one.
  const externalId = `field-session ${session.id}`;
  return { ...none, ...names, externalId, postalCode, countryCode: usualCountry };
}
