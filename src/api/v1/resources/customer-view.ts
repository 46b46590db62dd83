import { currencies } from '../../../kernel/currency.ts';
import { languages } from '../../../kernel/language.ts';
import { type Customer, customers } from '../../../parties/customers/customer.ts';
import { isCustomerKnown } from '../../../parties/customers/search.ts';
import { readTotals } from '../../../parties/customers/totals.ts';
import { detailNames } from '../../operations/customer-reply.ts';
import { expansionTo } from '../expansion.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { type Expansion, indexed, type Listing } from '../list.ts';
import { commonTexts, customersFound, foundBy, isNumbered, numbered } from '../search.ts';
import {
  integer,
  list,
  maybe,
  moment,
  object,
  orNull,
  type Shape,
  sum,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

export const customerStatuses = ['active', 'inactive', 'do_not_contact'] as const;

/** The stored names of further fields, each with its name here: `companyName` is `CompanyName`. */
export const furtherNames = detailNames.map((stored) => ({
  stored,
  name: stored[0]!.toLowerCase() + stored.slice(1),
}));

const totalsShape = object(
  {
    currency: word('Of these sums.', currencies),
    invoices: integer('How many.'),
    invoiced: sum('Of all invoices.'),
    paid: sum('What was taken and not returned; refunds are not taken off.'),
    refunded: sum('What was refunded.'),
    open: sum('Of invoices that nobody pays yet.'),
  },
  { name: 'CustomerTotals', doc: 'Sums of the invoices of a customer in one currency.' },
);

export const customerShape = object(
  {
    id: text('The customer.'),
    externalId: orNull(text('Your own identifier.')),
    status: word('Who is not to be contacted gets no messages.', customerStatuses),
    firstName: text('First name.'),
    lastName: text('Last name.'),
    email: text('In small letters; may be blank.'),
    phone: text('Ten digits or fewer; may be blank.'),
    address1: text('Street address.'),
    address2: text('Second line of the address.'),
    city: text('City.'),
    state: text('State or province.'),
    postalCode: text('Postal code.'),
    country: text('Two letters of ISO 3166.'),
    language: orNull(
      word('In which the customer is spoken to; null: in that of the business.', languages),
    ),
    further: object(
      Object.fromEntries(
        furtherNames.map(({ name }) => [name, orNull(text('As you sent it.'))]),
      ) as Readonly<Record<string, Shape<string | null>>>,
      { name: 'CustomerFields', doc: 'Fields that are kept and never searched.' },
    ),
    createdAt: moment('When it was first seen.'),
    updatedAt: orNull(moment('When it was last changed.')),
    mergedInto: orNull(
      text(
        'The customer that it was merged into, which has all that was its own. What names it means that one.',
      ),
    ),
    totals: maybe(list(totalsShape, 'Sums of the invoices, one entry for each currency.')),
  },
  { name: 'Customer', doc: 'A payer.' },
);

export function customerWire(customer: Customer): TypeOf<typeof customerShape> {
  const { details } = customer;
  return {
    id: String(customer.id),
    externalId: customer.externalId ?? null,
    status: customer.status,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    address1: customer.address1,
    address2: customer.address2,
    city: customer.city,
    state: customer.stateCode,
    postalCode: customer.postalCode,
    country: customer.countryCode,
    language: customer.language ?? null,
    further: Object.fromEntries(
      furtherNames.map(({ stored, name }) => [name, details[stored] || null]),
    ),
    createdAt: customer.createdAt.toISOString(),
    updatedAt: customer.updatedAt?.toISOString() ?? null,
    mergedInto: customer.mergedInto === undefined ? null : String(customer.mergedInto),
  };
}

const totals: Expansion<Pick<Customer, 'id'>> = {
  async load(world, { business }, rows) {
    const found = await readTotals(
      world.db,
      business.id,
      rows.map(({ id }) => id),
    );
    const byId = Map.groupBy(found, ({ customerId }) => customerId);
    return rows.map(({ id }) =>
      (byId.get(id) ?? []).map(
        (one): TypeOf<typeof totalsShape> => ({
          currency: one.currency,
          invoices: Number(one.count),
          invoiced: Number(one.invoicedCents),
          paid: Number(one.paidCents),
          refunded: Number(one.refundedCents),
          open: Number(one.openCents),
        }),
      ),
    );
  },
};

/** Customers that have it, also by what was merged into them. */
function current(condition: string): string {
  return `select coalesce(merged_into, id) from customers where business_id = $1 and ${condition}`;
}

function searched(q: string, $: (value: unknown) => string): string {
  const asText = $(q);
  // A phone of any length, and the beginning of a longer one.
  const having = (column: string) => current(`${column} = ${asText}`);
  return foundBy('c.id', [
    ...numbered(q, $).map((number) => current(`id = (${number})`)),
    having('external_id'),
    having('phone'),
    ...customersFound(q, $),
  ]);
}

const common = commonTexts(
  { payer: 'c.id' },
  (q, $) => [...isNumbered('c.id', q, $), `c.external_id = ${$(q)}`],
  isCustomerKnown,
);

export const customerListing: Listing<
  (typeof customers)['fields'],
  TypeOf<typeof customerShape>
> = {
  rows: customers,
  select: customers.of('c'),
  from: 'customers c',
  business: 'c.business_id',
  where: () => 'c.merged_into is null',
  key: [{ sql: 'c.id', type: 'int8' }],
  // Names are compared in each of them.
  looksAt: 10_000,
  filters: {
    status: columnIs('c.status', word('What it is.', customerStatuses)),
    externalId: indexed(text('Exactly this one.', { maxLength: 100 }), (value, $) =>
      foundBy('c.id', [current(`external_id = ${$(value)}`)]),
    ),
    email: indexed(text('Exactly this one.', { maxLength: 254 }), (value, $) =>
      foundBy('c.id', [current(`email = ${$(value.toLowerCase())}`)]),
    ),
    phone: indexed(text('Exactly this one, as digits.', { maxLength: 10 }), (value, $) =>
      foundBy('c.id', [current(`phone = ${$(value)}`)]),
    ),
    ...createdBetween('c.created_at'),
  },
  search: {
    doc: 'id; your own identifier; mail address, phone, first or last name, or the beginning of one of them.',
    isIndexed: () => true,
    where: searched,
    common,
  },
  expand: { totals },
  item: customerShape,
  wire: customerWire,
};

/** The customers that rows name. */
export const customerExpansion = expansionTo(customerListing, {
  sql: 'c.id',
  type: 'int8',
  of: ({ id }) => id,
})(({ customerId }: { readonly customerId?: bigint | undefined }) => customerId);
