import { intervals } from '../invoicing/subscriptions/calendar.ts';
import { forgottenToken } from '../payments/tokens/store.ts';
import { unknownBank } from '../payments/tokens/token.ts';
import { describedTables, shape } from '../runtime/table.ts';
import { exportedTables, leftOutColumns } from './exported-tables.ts';
import { originOf } from './origins.ts';

/** The content of one exported file: a statement with the business as $1 that returns a row of JSON for each object. */
export type ExportKind = {
  readonly name: string;
  readonly statement: string;
  /** True if an import takes its rows; rows of other kinds have values that CSV has no form for. */
  readonly isImported: boolean;
};

/** The id of a customer for other installations: its external id, or one that names its origin. */
const customerId = `coalesce(c.external_id, ${originOf('c')})`;
const ofCustomer = 'join customers c on c.business_id = t.business_id and c.id = t.customer_id';

/** The first day of the period that begins next, as the calendar of subscriptions counts it. */
const nextDay = `(t.first_on + (t.next_number - t.first_number) * case t.billing_interval
  ${Object.entries(intervals)
    .map(([name, { unit, count }]) => `when '${name}' then interval '${count} ${unit}'`)
    .join(' ')} end)::date`;

/** The account at which a card is, where the gateway alone has its number. */
const heldBy = `case when t.first6 = '${unknownBank}' then (
  select a.name from processor_accounts a join vault_records v
    on v.business_id = a.business_id and v.owner = t.token || '@' || a.name and v.field = 'processor_token'
  where a.business_id = t.business_id order by a.created_at, a.name limit 1) end`;

/** Kinds that an import takes, in its form. Statements read along the primary key, so that nothing is sorted. */
const importable: Readonly<Record<string, string>> = {
  customers: `
    select ${customerId} as id, c.id::text as "customerId", c.first_name as "firstName", c.last_name as "lastName",
      c.email, c.phone, c.address1, c.address2, c.city, c.state_code as "stateCode",
      c.postal_code as "postalCode", c.country_code as "countryCode", c.status, c.language,
      c.details, c.created_at as "createdAt", c.updated_at as "updatedAt"
    from customers c where c.business_id = $1 and c.merged_into is null`,
  tokens: `
    select t.token as id, ${customerId} as customer, t.kind, t.state, t.brand, t.first6, t.last4,
      t.expiry_month as "expiryMonth", t.expiry_year as "expiryYear", t.holder, t.address,
      t.postal_code as "postalCode", t.routing_number as "routingNumber", t.account_kind as "accountKind",
      t.account_holder as "accountHolder", t.network_transaction_id as "networkTransactionId",
      t.network_transaction_of as "networkTransactionOf",
      t.network_transaction_cents as "networkTransactionCents", ${heldBy} as processor, t.created_at as "createdAt"
    from tokens t ${ofCustomer}
    where t.business_id = $1 and t.state in ('active', 'disabled')`,
  plans: `
    select t.code as id, t.amount_cents as "amountCents", t.currency, t.billing_interval as interval,
      t.discount as "discountBasisPoints", t.tax_cents as "taxCents", t.trial_days as "trialDays", t.periods,
      t.created_at as "createdAt", t.updated_at as "updatedAt"
    from plans t where t.business_id = $1`,
  subscriptions: `
    select ${originOf('t')} as id, t.id::text as "subscriptionId", ${customerId} as customer, t.token,
      nullif(t.plan_code, '') as plan, t.state,
      t.amount_cents as "amountCents", t.currency, t.billing_interval as interval,
      t.discount as "discountBasisPoints", t.tax_cents as "taxCents", t.starts_on as "startsOn",
      case when t.state in ('scheduled', 'trialing', 'paused') and t.charged = 0 and t.next_number = t.first_number
        and t.starts_on < t.first_on then t.first_on end as "trialEndsOn",
      case when t.ended_at is null then ${nextDay} end as "nextChargeOn",
      case when t.ended_at is null then t.first_on end as "anchorOn", t.periods - t.charged as "periodsLeft",
      t.charged, t.cancels_at_end as "cancelsAtEnd", t.carry_cents as "carryCents", t.created_at as "createdAt",
      t.ended_at as "endedAt"
    from subscriptions t ${ofCustomer}
    where t.business_id = $1`,
};

/**
 * The statement of the kind whose rows have a number in the vault, without those of forgotten persons: these have no
 * number any more.
 */
export const tokenStatement = `${importable.tokens!} and not t.${forgottenToken}`;

/** Every kind, from the descriptions of the tables that are loaded. */
export function exportKinds(): ExportKind[] {
  return exportedTables.map((name) => {
    const imported = importable[name];
    return { name, statement: imported ?? wholeRows(name), isImported: imported !== undefined };
  });
}

function wholeRows(name: string): string {
  const fields = describedTables().get(name);
  if (!fields) throw new Error(`the table ${name} has no description`);
  const told = Object.entries(fields).filter(([key, { type }]) => {
    return type !== 'bytea' && type !== 'bytea[]' && !leftOutColumns.has(key);
  });
  const logo = name === 'business_brandings' ? `, ${logoText}` : '';
  return `select ${shape(Object.fromEntries(told)).of('t')}${logo} from ${name} t where t.business_id = $1`;
}

/** The one picture that a business owns; in one line. */
const logoText = `translate(encode(t.logo, 'base64'), E'\\n', '') as "logo"`;
