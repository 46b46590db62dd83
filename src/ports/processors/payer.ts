/** Who pays, as the caller told; empty where it did not. */
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
  /** From which the payer itself called, where we know it. */
  readonly ip: string | undefined;
};
