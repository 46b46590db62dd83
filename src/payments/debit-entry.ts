import { soonestCutoff } from '../ach/windows.ts';
import type { World } from '../world.ts';
import type { InvoiceDetails } from './invoice.ts';
import type { Payment } from './payment.ts';

/** The row of ach_entries that a bank payment is to become. */
export type DebitEntry = {
  readonly id: bigint;
  readonly secCode: 'WEB' | 'PPD' | 'CCD';
  readonly accountKind: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly holder: string;
  /** Under which owner the account number lies in the vault. */
  readonly numberOwner: string;
  readonly isSameDay: boolean;
  /** The cut-off it waits for. */
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
    // Every payment here comes from a page or a program of the payer's merchant, never from paper.
    secCode: account.holder === 'business' ? 'CCD' : 'WEB',
    accountKind: account.kind,
    routingNumber: account.routingNumber,
    holder: account.name.slice(0, 100),
    numberOwner: payment.token ?? `payment:${payment.id}`,
    isSameDay,
    nextAt: soonestCutoff(at, isSameDay),
  };
}
