import type { OpenedLink } from '../pay-links/open-link.ts';

/** Whether the invoice had been paid from a bank account, and the bank took that back. */
export async function cameBack({ world, invoice }: OpenedLink): Promise<boolean> {
  const { businessId, id, details } = invoice;
  // No index finds payments by their invoice: they are read only where a debit was tried last.
  if (!details.account) return false;
  const found = await world.db.query(
    `select 1 from payments where business_id = $1 and invoice_id = $2 and state = 'returned' limit 1`,
    [businessId, id],
  );
  return found.length > 0;
}
