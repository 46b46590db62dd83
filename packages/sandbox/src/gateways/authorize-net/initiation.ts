import type { JournalEntry } from '../journal.ts';

/** The initiation of a charge, as far as it is read here. */
export type InitiationPart = {
  readonly transactionSettings?: {
    readonly setting?: readonly { readonly settingName?: string; readonly settingValue?: string }[];
  };
  readonly processingOptions?: Readonly<Record<string, string>>;
  readonly subsequentAuthInformation?: {
    readonly originalNetworkTransId?: string;
    readonly originalAuthAmount?: string;
  };
};

export function settingIn(
  { transactionSettings }: InitiationPart,
  name: string,
): string | undefined {
  return transactionSettings?.setting?.find(({ settingName }) => settingName === name)
    ?.settingValue;
}

type Initiation = Pick<
  JournalEntry,
  'initiatedBy' | 'purpose' | 'storedCard' | 'firstTransaction' | 'firstAmount'
>;

export function initiationIn(request: InitiationPart): Initiation {
  const options = request.processingOptions ?? {};
  const isFirst = Boolean(options.isFirstRecurringPayment ?? options.isFirstSubsequentAuth);
  const isAgain = Boolean(options.isSubsequentAuth ?? options.isStoredCredentials);
  const isRecurring =
    settingIn(request, 'recurringBilling') === 'true' || options.isFirstRecurringPayment === 'true';
  return {
    initiatedBy: options.isSubsequentAuth
      ? 'merchant'
      : isFirst || isAgain
        ? 'customer'
        : undefined,
    purpose: isRecurring ? 'recurring' : undefined,
    storedCard: isFirst ? 'stored' : isAgain ? 'used' : undefined,
    firstTransaction: request.subsequentAuthInformation?.originalNetworkTransId,
    firstAmount: request.subsequentAuthInformation?.originalAuthAmount,
  };
}
