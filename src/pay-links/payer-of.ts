import type { Sql } from '../base/sql.ts';
import type { Payment } from '../payments/payment.ts';
import { readHolder } from '../payments/store.ts';
import { isOfLink, type PayLink } from './link.ts';

/** Who pays it or has paid it, by the link or otherwise under its number. */
export async function payerOf(sql: Sql, link: PayLink): Promise<Payment | undefined> {
  const { businessId, orderNumber } = link;
  const holder = await readHolder(sql, { businessId, orderNumber, isTest: false });
  return holder && isOfLink(link, holder) ? holder : undefined;
}
