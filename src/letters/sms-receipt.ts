import { queueTexts } from '../conversations/queue-texts.ts';
import { refuseBlocked } from '../conversations/refuse-blocked.ts';
import { findOrMakeByPhone } from '../customers/by-phone.ts';
import { changeCustomer } from '../customers/change.ts';
import type { Contact } from '../customers/customer.ts';
import { readCustomer } from '../customers/store.ts';
import type { RetryKey } from '../payments/order.ts';
import type { World } from '../world.ts';

/** A receipt in the words of the business, which may be about a payment that was made elsewhere. */
export type SmsReceiptWish = {
  readonly businessId: bigint;
  /** Found or made by the phone. */
  readonly contact: Contact;
  readonly text: string;
  readonly retryKey: RetryKey | undefined;
};

type Texted = { readonly messageId: bigint; readonly customerId: bigint };

/** Texts it once, however often it is asked under one key; where it cannot be sent nothing is left of it. */
export async function textReceipt(world: World, wish: SmsReceiptWish): Promise<Texted> {
  const { businessId, contact, text: body, retryKey } = wish;
  const texted = await world.db.begin(async (tx) => {
    const customerId = await findOrMakeByPhone(world, tx, businessId, contact);
    const draft = { businessId, kind: 'receipt', phone: contact.phone, customerId, body } as const;
    const [text] = await queueTexts(world, tx, [{ ...draft, retryKey }]);
    if (!text) throw new Error('a text that was not queued');
    refuseBlocked(text);
    return { messageId: text.id, customerId };
  });
  await fillIn(world, wish, texted.customerId);
  return texted;
}

/** What is told of somebody known is kept where nothing was known, unless it is that of another one. */
async function fillIn(
  world: World,
  { businessId, contact }: SmsReceiptWish,
  id: bigint,
): Promise<void> {
  const known = await readCustomer(world.db, businessId, id);
  if (!known) return;
  const names = ['email', 'firstName', 'lastName'] as const;
  const news = names.filter((name) => known[name] === '' && contact[name] !== '');
  if (news.length === 0) return;
  const change = Object.fromEntries(news.map((name) => [name, contact[name]]));
  await changeCustomer(world, { businessId, retryKey: undefined, id, change });
}
