import { soonestCutoff } from '../kernel/ach-windows.ts';
import type { World } from '../world.ts';
import type { InvoiceDetails } from './invoice.ts';
import type { Payment } from './payment.ts';

/** The row of `ach_entries` for a bank payment. */
export type DebitEntry = {
  readonly id: bigint;
  readonly secCode: 'WEB' | 'PPD' | 'CCD';
  readonly accountKind: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly holder: string;
  /** The owner of the account number in the vault. */
  readonly numberOwner: string;
  readonly isSameDay: boolean;
  /** The cut-off at which it goes into a file. */
  readonly nextAt: Date;
};

export async function debitEntry(
  world: Pick<World, 'ids'>,
  payment: Payment,
  { account, sameDay }: InvoiceDetails,
  at: Date,
): Promise<DebitEntry> {
  const isSameDay = sameDay === true;
  if (!account) throw new Error('a bank payment without an account');
  return {
    id: await world.ids.next(payment.businessId),
    // Every payment here is entered on a page or in a program of the merchant, never on paper.
    secCode: account.holder === 'business' ? 'CCD' : 'WEB',
    accountKind: account.kind,
    routingNumber: account.routingNumber,
    holder: account.name.slice(0, 100),
    numberOwner: payment.token ?? `payment:${payment.id}`,
    isSameDay,
    nextAt: soonestCutoff(at, isSameDay),
  };
}
