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

/** Two contacts with the same key are the same person. */
export function contactKey(businessId: bigint, contact: Contact): string {
  return `${businessId} ${contact.externalId ?? ''}\n${contact.phone}\n${contact.email}`;
}
