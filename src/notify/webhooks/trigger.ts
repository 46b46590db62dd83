import { Refusal } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { type WebhookKind, webhookKinds } from '../../parties/businesses/new-business.ts';
import { recordAct } from '../../records/audit-log.ts';
import type {
  ContactData,
  DisputeData,
  DisputeEventKind,
  EventKind,
  MessageData,
  PaymentData,
} from '../../runtime/event-kinds.ts';
import type { AnyEvent } from '../../runtime/events.ts';
import type { World } from '../../world.ts';
import { lockEndpoints } from './endpoint-store.ts';
import { readBusinessFacts } from './event-store.ts';
import { type EventType, eventTypesOf } from './event-types.ts';
import { deliver } from './fan-out.ts';

/** The types of events that `trigger` can send, each with the kind of its endpoint. */
export const triggered: ReadonlyMap<EventType, WebhookKind> = new Map(
  webhookKinds.flatMap((kind) =>
    eventTypesOf(kind).map(({ type }) => [type as EventType, kind] as const),
  ),
);

export type Triggered = { readonly type: EventType; readonly delivery: bigint };

/**
 * Makes deliveries of samples to the endpoints of a sandbox business that get their types; the usual machinery posts
 * them. Nothing happened: no event is stored, the log shows them as `test`, and each concerns an object under an id
 * that nothing else gets. Returns the new deliveries.
 */
export async function trigger(
  world: World,
  { id: businessId, environment }: Business,
  types: readonly EventType[],
  actor: string,
): Promise<Triggered[]> {
  if (environment !== 'sandbox') throw new Refusal('sandbox_only');
  const business = await readBusinessFacts(world.db, businessId);
  return await world.db.begin(async (tx) => {
    const endpoints = await lockEndpoints(tx, businessId);
    const made: Triggered[] = [];
    for (const type of types) {
      const objectId = await world.ids.next(businessId);
      const { kind, data } = sampleOf(type, String(objectId));
      const event = { id: world.uuid(), businessId, objectId, at: world.now(), kind, data };
      const events = [event as AnyEvent];
      const [delivery] = await deliver(world, tx, { business, endpoints, events, isReplay: false });
      if (!delivery) continue;
      made.push({ type, delivery: delivery.id });
      const object = `webhook:${businessId}/${delivery.kind}`;
      const facts = { eventType: type, delivery: String(delivery.id) };
      await recordAct(tx, {
        businessId,
        actor,
        act: 'webhook.tested',
        object,
        facts,
        at: world.now(),
      });
    }
    return made;
  });
}

const [email, phone, says] = [
  'test@example.com',
  '2125550100',
  'This is a test: nothing happened.',
];

const contact: Omit<ContactData, 'customerId'> = {
  externalId: 'TEST',
  firstName: 'Test',
  lastName: 'Event',
  email,
  phone,
  address1: '1 Main Street',
  address2: '',
  city: 'New York',
  stateCode: 'NY',
  postalCode: '10001',
  countryCode: 'US',
};
const message: MessageData = { direction: 'in', from: phone, to: '2125550199', text: says };
const queued = { method: 'bank', brand: undefined, last4: '6789', state: 'queued' } as const;
const bank = { ...queued, entryId: '1' } as const;
const refund = { followUpId: '1', followUpCents: '500', refundedCents: '500' } as const;

/** Types whose event is of another kind, or has facts that an ordinary payment lacks. */
const special: Partial<Record<EventType, { kind?: EventKind; data: Partial<PaymentData> }>> = {
  'payment.completed': { kind: 'payment.captured', data: {} },
  'payment.captured': { data: { followUpId: '1' } },
  'payment.declined': { data: { state: 'declined', outcomeCode: 'card_declined' } },
  'payment.canceled': { data: { state: 'canceled' } },
  'payment.returned': { data: { ...bank, state: 'returned', outcomeCode: 'R01' } },
  'payment.disputed': {
    kind: 'payment.returned',
    data: { ...bank, state: 'returned', outcomeCode: 'R10', isUnauthorized: true },
  },
  'payment.recovered': { kind: 'payment.settled', data: { ...bank, state: 'settled' } },
  'payment.withdrawn': { kind: 'payment.voided', data: { ...bank, state: 'voided', isByUs: true } },
  'payment.account_validating': { data: queued },
  'payment.account_validated': { data: queued },
  'payment.authorized': { data: { state: 'authorized' } },
  'payment.expired': { data: { state: 'expired' } },
  'payment.voided': { data: { state: 'voided' } },
  'payment.refunded': { data: refund },
  'payment.refund_failed': { data: refund },
  'payment.reversed': { kind: 'payment.given_back', data: {} },
  'payment.reversal_failed': { kind: 'payment.give_back_failed', data: {} },
};

function sampleOf(type: EventType, id: string): { kind: EventKind; data: object } {
  if (type === 'customer.added') return { kind: type, data: { customerId: id, ...contact } };
  if (type === 'message.created') return { kind: type, data: message };
  const payment: PaymentData = {
    ...{ paymentId: id, customerId: id, invoiceNumber: '0000000000', orderNumber: `TEST-${id}` },
    ...{ amountCents: '1250', state: 'captured', method: 'card', brand: 'visa', last4: '4242' },
    ...{ isTest: true, message: says, email, phone, receiptNumber: `TEST${id}` },
  };
  if (isDispute(type)) return { kind: type, data: { ...payment, ...disputeOf(type, id) } };
  const { kind = type as EventKind, data = {} } = special[type] ?? {};
  return { kind, data: { ...payment, ...data } };
}

function isDispute(type: EventType): type is DisputeEventKind {
  return type.startsWith('dispute.');
}

function disputeOf(type: DisputeEventKind, id: string): Omit<DisputeData, keyof PaymentData> {
  const states = {
    'dispute.inquired': 'inquiry',
    'dispute.opened': 'open',
    'dispute.changed': 'open',
    'dispute.won': 'won',
    'dispute.lost': 'lost',
  } as const;
  const disputeState = states[type];
  const hasTaken = disputeState === 'open' || disputeState === 'lost';
  return {
    disputeId: id,
    disputeState,
    disputedCents: '1250',
    takenCents: hasTaken ? '1250' : '0',
    reasonCode: '10.4',
    reason: says,
    answerUntil: undefined,
  };
}
