import { findOrMakeByPhone } from '../../parties/customers/by-phone.ts';
import { changeCustomer } from '../../parties/customers/change.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { readCustomer } from '../../parties/customers/store.ts';
import type { IdempotencyKey } from '../../runtime/idempotency.ts';
import type { World } from '../../world.ts';
import { prepareTexts, queueTexts } from '../conversations/queue-texts.ts';
import { refuseBlocked } from '../conversations/reach.ts';

/** A receipt written by the business, perhaps about a payment made elsewhere. */
export type SmsReceiptRequest = {
  readonly businessId: bigint;
  /** Found or made by the phone. */
  readonly contact: Contact;
  readonly text: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
};

type Texted = { readonly messageId: bigint; readonly customerId: bigint };

/** Idempotent under its key. A refusal leaves nothing. */
export async function textReceipt(world: World, request: SmsReceiptRequest): Promise<Texted> {
  const { businessId, contact, text: body, idempotencyKey } = request;
  const types = await prepareTexts(world, businessId, [contact.phone]);
  const texted = await world.db.begin(async (tx) => {
    const customerId = await findOrMakeByPhone(world, tx, businessId, contact);
    const draft = { businessId, kind: 'receipt', phone: contact.phone, customerId, body } as const;
    const [text] = await queueTexts(world, tx, [{ ...draft, idempotencyKey }], types);
    if (!text) throw new Error('a text that was not queued');
    refuseBlocked(text);
    return { messageId: text.id, customerId };
  });
  await fillIn(world, request, texted.customerId);
  return texted;
}

/** Fills empty fields of a known customer. */
async function fillIn(
  world: World,
  { businessId, contact }: SmsReceiptRequest,
  id: bigint,
): Promise<void> {
  const known = await readCustomer(world.db, businessId, id);
  if (!known) return;
  const names = ['email', 'firstName', 'lastName'] as const;
  const news = names.filter((name) => known[name] === '' && contact[name] !== '');
  if (news.length === 0) return;
  const change = Object.fromEntries(news.map((name) => [name, contact[name]]));
  await changeCustomer(world, { businessId, idempotencyKey: undefined, id, change });
}
