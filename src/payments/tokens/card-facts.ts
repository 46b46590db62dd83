import type { Sql } from '../../runtime/sql.ts';
import type { Token } from './token.ts';

/** The columns that change when a card is replaced. */
export async function writeCardFacts(tx: Sql, card: Token & { kind: 'card' }): Promise<void> {
  await tx.query(
    `update tokens set fingerprint = $3, brand = $4, first6 = $5, last4 = $6, expiry_month = $7,
       expiry_year = $8, holder = $9, address = $10, postal_code = $11,
       network_transaction_id = case when fingerprint = $3 then network_transaction_id end,
       network_transaction_of = case when fingerprint = $3 then network_transaction_of end,
       network_transaction_cents = case when fingerprint = $3 then network_transaction_cents end
     where business_id = $1 and token = $2`,
    [
      card.businessId,
      card.token,
      card.fingerprint,
      card.brand,
      card.first6,
      card.last4,
      card.expiryMonth,
      card.expiryYear,
      card.holder,
      card.address,
      card.postalCode,
    ],
  );
}
