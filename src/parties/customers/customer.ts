import { type Language, languages } from '../../kernel/language.ts';
import { int8, json, jsonOf, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';

export const customers = table('customers', {
  businessId: int8,
  id: int8,
  externalId: optional(text),
  /** Ten digits or fewer; may be empty. */
  phone: text,
  /** In lower case, since it is compared. */
  email: text,
  firstName: text,
  lastName: text,
  address1: text,
  address2: text,
  city: text,
  stateCode: text,
  postalCode: text,
  countryCode: text,
  createdAt: timestamptz,
  /** `do_not_contact`: receives no messages. */
  status: oneOf(['active', 'inactive', 'do_not_contact']),
  /** Further parameters of an update, by their names on the wire. */
  details: jsonOf<Readonly<Record<string, string>>>(json),
  updatedAt: optional(timestamptz),
  /** Set for one that was merged into this customer, which is itself merged into none. */
  mergedInto: optional(int8),
  /** In which it is spoken to; undefined: that of the business. */
  language: optional(oneOf(languages)),
});

export const contacts = customers.pick(
  'externalId',
  'phone',
  'email',
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'stateCode',
  'postalCode',
  'countryCode',
);

/** The payer as the caller sent it: a customer is found by it, or made from it. */
export type Contact = RowOf<typeof contacts>;

/** A customer as a business knows it. */
export type Customer = RowOf<typeof customers>;

/** New values; a property that is missing or undefined stays as it is. */
export type CustomerChange = {
  readonly [K in keyof Contact | 'status' | 'details']?: Customer[K] | undefined;
} & {
  /** Null: not known any more. */
  readonly language?: Language | null | undefined;
};

/** Two contacts with the same key are the same person. */
export function contactKey(businessId: bigint, contact: Contact): string {
  return `${businessId} ${contact.externalId ?? ''}\n${contact.phone}\n${contact.email}`;
}

/** The name as it stands on a card. */
export function holderOf({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}
