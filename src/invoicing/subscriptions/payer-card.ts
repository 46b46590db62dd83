import { hash } from 'node:crypto';
import { Refusal } from '../../kernel/refusal.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import type { Order } from '../../payments/order.ts';
import type { Payment } from '../../payments/payment.ts';
import { admitted } from '../../payments/risk/admit.ts';
import { refuseTester } from '../../payments/risk/card-testing/refuse-tester.ts';
import { pageSuspects } from '../../payments/risk/card-testing/suspect.ts';
import { type NewMethod, newTokenOf, sourceOfNew } from '../../payments/source.ts';
import { readLatestBy } from '../../payments/store.ts';
import { tokenize } from '../../payments/tokens/tokenize.ts';
import { changeToken } from './change.ts';
import { chargeFor } from './charge-due.ts';
import { followPayments } from './follow.ts';
import { payer } from './payer-end.ts';
import type { OpenedSubscription } from './payer-page.ts';
import { orderNumberOf } from './subscription.ts';

/** A card that the payer typed on the page of a subscription. */
export type GivenCard = {
  readonly method: Extract<NewMethod, { readonly kind: 'card' }>;
  readonly name: string;
  readonly postalCode: string;
  /** Names the form that was shown (`nameForm`): it gives one card, however often it is sent. */
  readonly form: string;
  /** The same for the same card. */
  readonly content: Secret;
  /** The network address of the browser. */
  readonly from: string;
  /** True if this try needs a proof of work in any case. */
  readonly wantsProof: boolean;
  readonly prove: () => Promise<boolean>;
};

const markLength = 16;

/** Names a form that is shown now: drawn, with a mark of the card that stands. */
export function nameForm({ world, subscription }: OpenedSubscription): string {
  return world.randomBytes(12).toString('base64url') + markOf(subscription.token);
}

/** One that a former version showed has no mark. */
export function isFormName(text: string): boolean {
  return /^[\w-]{16}(?:[\w-]{16})?$/.test(text);
}

function markOf(token: string): string {
  return hash('sha256', token, 'base64url').slice(0, markLength);
}

/**
 * Saves the card, charges the subscription to it from now on, and what is owed at once. Returns the payment of that;
 * undefined: nothing was owed, or another process is charging it. The limits of the pay page hold before anything is
 * written. If this process dies, the worker charges what is due by then, under the same order number.
 */
export async function giveCard(
  opened: OpenedSubscription,
  given: GivenCard,
): Promise<Payment | undefined> {
  const { world, business, takesCard, isBeingCharged, subscription, owed } = opened;
  if (!takesCard) throw new Refusal('payments_not_active');
  if (isBeingCharged) throw new Refusal('order_undecided');
  const contact = contactOf(opened, given);
  const first = owed[0];
  if (first) {
    const order = orderOf(opened, given, contact);
    return await admitted(world, order, () => replaceAndCharge(opened, given, contact));
  }
  if (business.limited) await refuseTester({ world, page: subscription }, given);
  await replace(opened, given, contact);
  return undefined;
}

async function replaceAndCharge(
  opened: OpenedSubscription,
  given: GivenCard,
  contact: Contact,
): Promise<Payment | undefined> {
  const { world, business, subscription, owed } = opened;
  const { token, isNew } = await replace(opened, given, contact); // committed
  if (isNew) {
    await chargeFor(world, business.id, { only: subscription.id });
    await followPayments(world, business.id);
  }
  const numbers = owed.map(({ n }) => orderNumberOf(subscription.id, n));
  return await readLatestBy(world.db, { businessId: business.id, token }, numbers);
}

/**
 * `isNew`: false where the same form was sent before, and the card stands already. Refuses a form that was shown before
 * another card was given, so that a late repetition does not put an older card back. One whose process died before the
 * replacement is completed by its repetition.
 */
async function replace(
  { world, business, subscription }: OpenedSubscription,
  { method, form, content }: GivenCard,
  contact: Contact,
): Promise<{ readonly token: string; readonly isNew: boolean }> {
  const { id, customerId } = subscription;
  const made = await newTokenOf(world, business.id, method, contact);
  // It begins with a character that no header can carry, so that no caller's Idempotency-Key is equal.
  const idempotencyKey = { key: `\npayer ${id} ${form}`, content };
  const saved = await tokenize(world, { made, customerId, contact, idempotencyKey });
  const { token } = saved.token;
  const isDone = new Refusal('subscription_not_so');
  const judge = (before: { readonly token: string }) => {
    if (before.token === token) throw isDone;
    const isMarked = form.length > markLength;
    if (isMarked && !form.endsWith(markOf(before.token))) throw new Refusal('changed_meanwhile');
  };
  try {
    await changeToken(world, { business, id, actor: payer, judge }, token); // committed
    return { token, isNew: true };
  } catch (error) {
    if (error !== isDone) throw error;
    return { token, isNew: false };
  }
}

/** What is typed replaces nobody's name or address: it stays with the card. */
function contactOf({ customer }: OpenedSubscription, { name, postalCode }: GivenCard): Contact {
  if (!customer) throw new Error('a card of nobody');
  const cut = name.lastIndexOf(' ');
  return {
    ...customer,
    firstName: cut < 0 ? name : name.slice(0, cut).trim(),
    lastName: cut < 0 ? '' : name.slice(cut + 1),
    postalCode,
  };
}

/** The charge of what is owed, as the limits on tries of cards judge it. */
function orderOf(
  { world, business, subscription, owed }: OpenedSubscription,
  { method, from, prove }: GivenCard,
  contact: Contact,
): Order {
  const { id, currency, customerId } = subscription;
  const [first] = owed;
  if (!first) throw new Error('a charge of nothing');
  return {
    business,
    isTest: false,
    orderNumber: orderNumberOf(id, first.n),
    idempotencyKey: undefined,
    askedAt: world.unreadSince(),
    amountCents: first.amountCents,
    currency,
    capture: true,
    source: sourceOfNew(world, method, contact),
    wantsToken: false,
    newToken: undefined,
    customerId,
    contact,
    payerIp: from,
    lines: [],
    description: undefined,
    externalId: undefined,
    invoiceExternalId: undefined,
    statementDescriptor: undefined,
    emailReceipt: false,
    smsReceipt: false,
    tester: { suspects: pageSuspects(subscription, from), prove },
    // Of an existing invoice: a decline of the same card is no answer to another try.
    invoice: { id: first.invoiceId ?? 0n, bill: { business: {}, statementOn: '' } },
  };
}
