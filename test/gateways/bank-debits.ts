import { join } from 'node:path';
import { bankDay } from '../../src/kernel/ach-windows.ts';
import { type Bank, bankAt } from '../ach/returns-bank.ts';
import { bankFields } from '../caller.ts';
import type { Fixture } from '../fixture.ts';

/* Bank debits of a live business that takes cards at a gateway. */

/** In place of the fields of a card. */
export const debitFields = {
  ...bankFields,
  CCNumber: undefined,
  ExpirationMonth: undefined,
  ExpirationYear: undefined,
  CVV: undefined,
};

/** The bank of all live businesses, as it sees one of them. */
export function bankOfBusiness({ config, clock, db }: Fixture, businessId: bigint): Bank {
  const entries = async (paymentId?: bigint) =>
    await db.query<{ readonly id: bigint; readonly trace_number: string | null }>(
      'select id, trace_number from ach_entries where business_id = $1 and payment_id = $2 order by id',
      [businessId, paymentId],
    );
  return bankAt({ businessId, entries }, join(config.achFolder, 'live'), () =>
    bankDay(clock.now()),
  );
}
