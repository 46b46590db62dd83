import { findOrMakeByPhone } from '../../parties/customers/by-phone.ts';
import { changeCustomer } from '../../parties/customers/change.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { readCustomer } from '../../parties/customers/store.ts';
import type { IdempotencyKey } from '../../runtime/idempotency.ts';
import type { World } from '../../world.ts';
import { readMessage } from '../conversations/message-log.ts';
import { prepareTexts, queueTexts } from '../conversations/queue-texts.ts';
import { refuseBlocked } from '../conversations/reach.ts';
import { findWritten } from '../conversations/write-text.ts';

/** A receipt written by the business, perhaps about a payment made elsewhere. */
export type SmsReceiptRequest = {
  readonly businessId: bigint;
  /** Found or made by the phone. */
  readonly contact: Contact;
  readonly text: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
};

type Texted = {
  readonly messageId: bigint;
  /** Undefined: a repetition, and the payer was forgotten since. */
  readonly customerId: bigint | undefined;
};

/** Idempotent under its key: a repetition sends nothing. A refusal leaves nothing. */
export async function textReceipt(world: World, request: SmsReceiptRequest): Promise<Texted> {
  const { businessId, contact, text: body, idempotencyKey } = request;
  const types = await prepareTexts(world, businessId, [contact.phone]);
  const texted = await world.db.begin(async (tx) => {
    // Before the payer is found or made: a repetition does not bring back who was forgotten.
    const earlier = await findWritten(world, tx, request);
    if (earlier !== undefined) {
      const written = await readMessage(tx, businessId, earlier);
      return { messageId: earlier, customerId: written?.customerId };
    }
    const customerId = await findOrMakeByPhone(world, tx, businessId, contact);
    const draft = { businessId, kind: 'receipt', phone: contact.phone, customerId, body } as const;
    const [text] = await queueTexts(world, tx, [{ ...draft, idempotencyKey }], types);
    if (!text) throw new Error('a text that was not queued');
    refuseBlocked(text);
    return { messageId: text.id, customerId };
  });
  if (texted.customerId !== undefined) await fillIn(world, request, texted.customerId);
  return texted;
}

/** Fills empty fields of a known customer, who still has the phone. */
async function fillIn(
  world: World,
  { businessId, contact }: SmsReceiptRequest,
  id: bigint,
): Promise<void> {
  const known = await readCustomer(world.db, businessId, id);
  if (known?.phone !== contact.phone) return;
  const names = ['email', 'firstName', 'lastName'] as const;
  const news = names.filter((name) => known[name] === '' && contact[name] !== '');
  if (news.length === 0) return;
  const change = Object.fromEntries(news.map((name) => [name, contact[name]]));
  await changeCustomer(world, { businessId, idempotencyKey: undefined, id, change });
}
