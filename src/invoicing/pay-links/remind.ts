import { Refusal } from '../../kernel/refusal.ts';
import { prepareTexts, queueTexts } from '../../notify/conversations/queue-texts.ts';
import { refuseBlocked } from '../../notify/conversations/reach.ts';
import { findWritten } from '../../notify/conversations/write-text.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { readCustomer } from '../../parties/customers/store.ts';
import { billedOf } from '../../payments/invoice.ts';
import { type Invoice, readInvoice } from '../../payments/open-invoice.ts';
import { recordAct } from '../../records/audit-log.ts';
import { refuseMany } from '../../records/limit-acts.ts';
import type { IdempotencyKey } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { actOf, hasExpired, type PayLink } from './link.ts';
import { lockLink, payerOf, readLink } from './store.ts';

export type RemindRequest = {
  readonly business: Business;
  readonly actor: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** With [PBTLINK]. */
  readonly wordsFor: (tx: Sql, owed: Owed) => Promise<string>;
};

export type Owed = {
  readonly customerId: bigint;
  readonly phone: string;
  readonly invoice: Invoice;
};

/** By hand, of one link, within a day: nobody is pressed by a button. */
const limit = {
  most: 3,
  message: 'The payer was reminded of this link 3 times within a day; try again later.',
};

const noPhone = 'No phone of the payer is known that could be texted.';

/**
 * Texts the payer of a link once more, where the payer is reached now: an invoice outlives changes of the phone. Returns
 * the id of the text: once for each idempotency key. Refuses a link that is not to be paid, and a text that would not be sent. Lock order: link, then
 * conversation.
 */
export async function remindOf(
  world: World,
  key: Pick<PayLink, 'businessId' | 'id'>,
  request: RemindRequest,
): Promise<bigint> {
  const { businessId, id } = key;
  const { idempotencyKey } = request;
  const earlier = await findWritten(world, world.db, { businessId, idempotencyKey });
  if (earlier !== undefined) return earlier;
  const phone = await phoneOf(world, key);
  if (!phone) throw new Refusal('number_takes_no_texts', { message: noPhone });
  const types = await prepareTexts(world, businessId, [phone]);
  return await world.db.begin(async (tx) => {
    const link = await lockLink(tx, businessId, id);
    const invoice = link && (await readInvoice(tx, businessId, link.invoiceId));
    if (!link || !invoice) throw new Refusal('not_found');
    const at = world.now();
    const isOver = link.state !== 'open' || hasExpired(link, at) || invoice.state !== 'open';
    if (isOver || (await payerOf(tx, link))) throw new Refusal('invoice_ended');
    const act = actOf(link, 'pay_link.reminded', request.actor, at);
    await refuseMany(tx, act, limit);
    const { customerId } = link;
    const draft = {
      businessId,
      kind: 'notice',
      phone,
      customerId,
      body: await request.wordsFor(tx, { customerId, phone, invoice }),
      linkId: id,
      idempotencyKey,
    } as const;
    const [text] = await queueTexts(world, tx, [draft], types);
    if (!text) throw new Error('a text that was not queued');
    if (!text.isNew) return text.id;
    refuseBlocked(text);
    await recordAct(tx, act);
    return text.id;
  });
}

/** Of the payer now, else of the person billed: whoever tries to pay may type any phone. */
async function phoneOf(
  { db }: Pick<World, 'db'>,
  { businessId, id }: Pick<PayLink, 'businessId' | 'id'>,
): Promise<string> {
  const link = await readLink(db, businessId, id);
  const invoice = link && (await readInvoice(db, businessId, link.invoiceId));
  if (!link || !invoice) throw new Refusal('not_found');
  const customer = await readCustomer(db, businessId, link.customerId);
  return customer?.phone || billedOf(invoice.details).phone;
}
