import type { Unknown } from './processor.ts';

/** The answer of a gateway to whether it accepts the key of an account, and whether its approvals move money. */
export type AccountCheck =
  /** `isTestMode` is undefined if the gateway does not report it. */
  | { readonly outcome: 'good'; readonly isTestMode: boolean | undefined }
  | { readonly outcome: 'refused'; readonly message: string }
  | Unknown;
