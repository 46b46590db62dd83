import type { Unknown } from './processor.ts';

/** Whether a gateway takes the key of an account, and whether what it approves moves money. */
export type AccountCheck =
  /** `isTestMode` is undefined where the gateway does not tell. */
  | { readonly outcome: 'good'; readonly isTestMode: boolean | undefined }
  | { readonly outcome: 'refused'; readonly message: string }
  | Unknown;
