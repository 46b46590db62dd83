/** Who pays, as the caller sent it: what a customer is found by, or made from. */
export type Contact = {
  readonly externalId: string | undefined;
  /** Ten digits or fewer; may be empty. */
  readonly phone: string;
  /** In lower case, since it is compared. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly stateCode: string;
  readonly postalCode: string;
  readonly countryCode: string;
};

/** A customer as a business knows it. */
export type Customer = Contact & {
  readonly id: bigint;
  readonly status: CustomerStatus;
  /** What was told besides, by the names of the wire. */
  readonly details: Readonly<Record<string, string>>;
};

/** `do_not_contact`: is sent no messages any more. */
export type CustomerStatus = 'active' | 'inactive' | 'do_not_contact';

/** What is to be known from now on; what is not in it stays as it is. */
export type CustomerChange = {
  readonly [K in keyof Omit<Customer, 'id' | 'details'>]?: Customer[K] | undefined;
} & { readonly details?: Customer['details'] | undefined };

/** Two contacts with the same key are the same person. */
export function contactKey(businessId: bigint, contact: Contact): string {
  return `${businessId} ${contact.externalId ?? ''}\n${contact.phone}\n${contact.email}`;
}

/** As it stands on a card. */
export function holderOf({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}
