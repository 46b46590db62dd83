import type { Customer, CustomerChange } from '../../parties/customers/customer.ts';
import { changeRow } from '../../parties/customers/store.ts';
import { bool } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';

type Key = Pick<Customer, 'phone' | 'email' | 'externalId'>;

/**
 * The customer that stays keeps what it has, and gets what it lacks. The other one keeps its own, by which it is still
 * found, unless the one that stays is found by the very same. Pointers to it lead to the one that stays.
 */
export async function joinContacts(
  tx: Sql,
  stays: Customer,
  goes: Customer,
  at: Date,
): Promise<void> {
  const { businessId } = stays;
  // No two customers have one external id or the same contact: it lets go of both before the other one takes them.
  await tx.query(
    `update customers set merged_into = $3, external_id = null, phone = '', status = 'inactive', updated_at = $4,
       email = 'merged-' || id || '@quittance.invalid'
     where business_id = $1 and id = $2`,
    [businessId, goes.id, stays.id, at],
  );
  await tx.query(
    'update customers set merged_into = $3 where business_id = $1 and merged_into = $2',
    [businessId, goes.id, stays.id],
  );
  const wanted = joined(stays, goes);
  await changeRow(tx, stays, await possible(tx, stays, wanted), at);
  const externalId = stays.externalId === undefined ? undefined : goes.externalId;
  const { phone, email } = goes;
  // Nobody is known by having neither: such a row keeps the address of its own that it got above.
  const contact =
    phone === '' && email === '' ? {} : await possible(tx, goes, { phone, email, externalId });
  await changeRow(tx, goes, { externalId, ...contact }, at);
}

type Block = readonly (keyof Customer)[];
const name: Block = ['firstName', 'lastName'];
const address: Block = ['address1', 'address2', 'city', 'stateCode', 'postalCode', 'countryCode'];

/** Names and addresses are taken whole: half of one and half of the other is nobody's. */
function joined(stays: Customer, goes: Customer): CustomerChange {
  const isBlank = (block: Block) =>
    block.every((field) => field === 'countryCode' || stays[field] === '');
  const taken = [name, address].filter(isBlank).flat();
  return {
    ...Object.fromEntries(taken.map((field) => [field, goes[field]])),
    externalId: stays.externalId ?? goes.externalId,
    phone: stays.phone || goes.phone,
    email: stays.email || goes.email,
    language: stays.language ?? goes.language,
    details: { ...goes.details, ...stays.details },
    status: [stays, goes].some(({ status }) => status === 'do_not_contact')
      ? ('do_not_contact' as const)
      : stays.status,
  };
}

/** Without phone and mail, where a third customer has the whole contact. */
async function possible(tx: Sql, customer: Customer, wanted: CustomerChange) {
  const { phone, email, ...others } = wanted;
  const contact = { phone: phone ?? '', email: email ?? '', externalId: wanted.externalId };
  return (await isTaken(tx, customer, contact)) ? others : wanted;
}

const found = shape({ isTaken: bool });

/** True if another customer has the whole contact. */
async function isTaken(
  tx: Sql,
  { businessId, id }: Customer,
  { phone, email, externalId }: Key,
): Promise<boolean> {
  const { isTaken: taken } = await found.readRow(
    tx,
    `select exists (
       select from customers where business_id = $1 and id <> $2 and phone = $3 and email = $4
         and coalesce(external_id, '') = $5
     ) as "isTaken"`,
    [businessId, id, phone, email, externalId ?? ''],
  );
  return taken;
}
