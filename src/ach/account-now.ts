/**
 * The present account of an ACH entry `e`: from its token or, for a payment without a token, as the bank corrected it.
 * A sent entry does not change; later entries for the same payment are made from this.
 */
export const accountNow = {
  joins: `
    left join tokens t on t.business_id = e.business_id and t.token = e.number_owner and t.kind = 'bank'
    left join payments own on own.business_id = e.business_id and own.id = e.payment_id
      and e.number_owner = 'payment:' || own.id
    left join invoices i on i.business_id = own.business_id and i.id = own.invoice_id`,
  routingNumber: `coalesce(t.routing_number, i.details #>> '{account,corrected,routingNumber}', e.routing_number)`,
  kind: `coalesce(t.account_kind, i.details #>> '{account,corrected,kind}', e.account_kind)`,
  last4: `coalesce(t.last4, i.details #>> '{account,corrected,last4}', e.last4)`,
} as const;
