import type { Language } from '../../kernel/language.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { writeChange } from './change-event.ts';
import { type Customer, customers } from './customer.ts';
import { changeRow, lockCustomer, readCustomer } from './store.ts';

type Key = Pick<Customer, 'businessId' | 'id'>;

/** The language of a page on which a payer sends something. */
export type Spoken = {
  readonly language: Language;
  /** True if the payer chose it on the page; false if the browser asked for it. */
  readonly isChosen: boolean;
};

const languages = customers.pick('language');

/** Undefined: none is known, or there is no such customer. */
export async function readLanguage(
  sql: Sql,
  { businessId, id }: Key,
): Promise<Language | undefined> {
  const found = await languages.readOne(
    sql,
    'select language from customers where business_id = $1 and id = $2',
    [businessId, id],
  );
  return found?.language;
}

/** The payer's choice replaces the known language; the browser's counts if none is known. */
export async function learnLanguage(world: World, key: Key, spoken: Spoken): Promise<void> {
  const { businessId, id } = key;
  const seen = await readCustomer(world.db, businessId, id);
  if (!isNews(seen, spoken)) return;
  await world.db.begin(async (tx) => {
    // Locked: a colleague may set it meanwhile.
    if (!isNews(await lockCustomer(tx, key), spoken)) return;
    const request = { businessId, idempotencyKey: undefined };
    const facts = { fields: ['language'] };
    await writeChange(world, tx, request, { kind: 'customer.updated', objectId: id, facts });
    await changeRow(tx, key, { language: spoken.language }, world.now());
  });
}

function isNews(known: Customer | undefined, { language, isChosen }: Spoken): boolean {
  if (!known || known.language === language) return false;
  return isChosen || known.language === undefined;
}
