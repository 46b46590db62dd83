import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import type { Business } from './business.ts';
import { readBusiness } from './store.ts';

/**
 * What kind of business it is. The services and invoice fields of a kind are an agreement that is written down: nothing
 * is switched on or off by them, and invoices show what was told of each.
 */
export type BusinessType = {
  readonly id: number;
  readonly name: string;
  readonly services: readonly string[];
  readonly invoiceFields: readonly string[];
};

/** What can be agreed with a kind of business. */
export const services = [
  'payments',
  'ach',
  'messaging',
  'receipts',
  'subscriptions',
  'invoicing',
] as const;

/** What an invoice can show, in the order in which it does. */
export const invoiceFields = [
  'order_number',
  'description',
  'statement_date',
  'due_date',
  'subtotal',
  'discount',
  'tax',
  'tip',
  'delivery_fee',
  'convenience_fee',
  'amount',
] as const;

export const otherType = 1;

/** The type that was asked for; else that of the master site above; that is Other when nobody chose one. */
export async function typeFor(
  sql: Sql,
  wished: number | undefined,
  parent: Business,
): Promise<number> {
  if (wished !== undefined) {
    if (await readType(sql, wished)) return wished;
    throw new Refusal('wrong_fields', { details: [unknownType] });
  }
  const [master] = parent.ancestors;
  if (master === undefined) return parent.typeId;
  return (await readBusiness(sql, master))?.typeId ?? otherType;
}

const unknownType = {
  field: 'BusinessTypeId',
  code: 'unknown',
  message: 'BusinessTypeId is not a business type of this service.',
};

export async function readType(sql: Sql, id: number): Promise<BusinessType | undefined> {
  const rows = await sql.query<TypeRecord>('select * from business_types where id = $1', [id]);
  return rows[0] && toType(rows[0]);
}

export async function listTypes(sql: Sql): Promise<BusinessType[]> {
  return (await sql.query<TypeRecord>('select * from business_types order by id')).map(toType);
}

/** Made, or changed when it is there already. */
export async function writeType(sql: Sql, type: BusinessType): Promise<void> {
  await sql.query(
    `insert into business_types (id, name, services, invoice_fields)
     values ($1, $2, $3::text[], $4::text[])
     on conflict (id) do update set name = $2, services = $3::text[], invoice_fields = $4::text[]`,
    [type.id, type.name, type.services, type.invoiceFields],
  );
}

type TypeRecord = Omit<BusinessType, 'invoiceFields'> & { readonly invoice_fields: string[] };

function toType({ invoice_fields: invoiceFields, ...type }: TypeRecord): BusinessType {
  return { ...type, invoiceFields };
}
