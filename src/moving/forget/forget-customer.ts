import { accountsOf } from '../../payments/accounts/account.ts';
import { firstAttempt, referenceOf } from '../../payments/payment.ts';
import { anonymizeTokens } from '../../payments/tokens/store.ts';
import { dropRecordsOf } from '../../ports/vault/vault.ts';
import { recordAct } from '../../records/audit-log.ts';
import { int8 } from '../../runtime/column.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import {
  blankCustomer,
  blankEvents,
  blankInvoices,
  blankMails,
  blankTextEvents,
  blankTexts,
  dropConversations,
  dropDeliveries,
  dropInbox,
  dropKeptAnswers,
  dropLeads,
  lockConversations,
  lockMerged,
  lockPerson,
} from './blank-rows.ts';
import { openWorkOf } from './open-work.ts';

type Forgotten =
  | { readonly outcome: 'forgotten'; readonly payments: number; readonly cards: number }
  | { readonly outcome: 'not_there' }
  /** It was merged into this customer, which is forgotten as a whole. */
  | { readonly outcome: 'merged'; readonly into: bigint }
  /** Nothing was changed: the open work, by name. */
  | { readonly outcome: 'open'; readonly open: readonly string[] };

const own = shape({ id: int8 });

/**
 * Removes a person and keeps the books: amounts, the ledger, the last four digits and the keyed fingerprint of charged
 * cards and accounts stay, and so do the holders of bank entries, which the files to the bank are made of. A second run
 * removes data that came since. Lock order: customer, those that were merged into it, conversations, tokens.
 */
export async function forgetCustomer(
  world: World,
  { businessId, id }: { readonly businessId: bigint; readonly id: bigint },
  actor: string,
): Promise<Forgotten> {
  return await world.db.begin(async (tx): Promise<Forgotten> => {
    const person = await lockPerson(tx, businessId, id);
    if (!person) return { outcome: 'not_there' };
    if (person.mergedInto !== undefined) return { outcome: 'merged', into: person.mergedInto };
    const persons = [person, ...(await lockMerged(tx, businessId, id))];
    const conversations = await lockConversations(tx, businessId, persons);
    const ids = persons.map((one) => one.id);
    const open = await openWorkOf(tx, businessId, ids, conversations);
    if (open.length > 0) return { outcome: 'open', open };

    const paid = await own.read(
      tx,
      'select id from payments where business_id = $1 and customer_id = $2',
      [businessId, id],
    );
    const payments = paid.map((one) => one.id);
    const tokens = await anonymizeTokens(tx, businessId, id);
    const accounts = await accountsOf(tx, businessId);
    await dropRecordsOf(tx, businessId, [
      ...tokens.flatMap((token) => [token, ...accounts.map(({ name }) => `${token}@${name}`)]),
      ...payments.map((payment) => `payment:${payment}`),
    ]);
    const events = await blankTextEvents(tx, businessId, conversations);
    for (const one of persons) events.push(...(await blankEvents(tx, one)));
    await dropDeliveries(tx, businessId, events);
    await blankTexts(tx, businessId, conversations);
    for (const one of persons) {
      await blankMails(tx, one);
      await blankInvoices(tx, one);
      await dropLeads(tx, one);
      await dropInbox(tx, one);
      await dropKeptAnswers(tx, one, { payments, conversations });
      await blankCustomer(tx, one, world.now());
    }
    const references = payments.map((payment) => referenceOf(businessId, payment, firstAttempt));
    await dropConversations(tx, person, payments, references);
    const facts = { payments: payments.length, cards: tokens.length };
    const act = { businessId, actor, act: 'customer.forgotten', object: `customer:${id}` };
    await recordAct(tx, { ...act, facts, at: world.now() });
    return { outcome: 'forgotten', ...facts };
  });
}
