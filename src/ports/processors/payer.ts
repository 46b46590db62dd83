/** The payer, as the caller described it; a field is empty if the caller gave none. */
export type Payer = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly stateCode: string;
  readonly postalCode: string;
  /** Two letters. */
  readonly countryCode: string;
  /** The IP address from which the payer itself called, if we know it. */
  readonly ip: string | undefined;
};
