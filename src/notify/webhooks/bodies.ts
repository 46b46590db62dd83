import type { WebhookKind } from '../../parties/businesses/new-business.ts';
import { type AnyEvent, type EventOf, isOfDispute, isOfPayment } from '../../runtime/events.ts';
import { disputeFields, disputeForm } from './dispute-form.ts';
import type { EventType } from './event-types.ts';
import { type Form, sidOf } from './form.ts';
import { paymentCodes, paymentEventType, paymentForm } from './payment-form.ts';

/** The facts of a business in its webhooks. */
export type BusinessFacts = {
  readonly id: bigint;
  readonly environment: 'sandbox' | 'live';
  readonly timeZone: string;
  /** Its ExternalID. */
  readonly externalId: string | undefined;
};

/** The webhook of an event. */
export type Webhook = {
  readonly kind: WebhookKind;
  readonly type: EventType;
  form(): Form;
  /** Fields for endpoints that have types of events switched on. */
  typed(): Form;
};

/** Undefined: the event has no webhook. */
export function webhookOf(event: AnyEvent, business: BusinessFacts): Webhook | undefined {
  if (isOfPayment(event)) {
    const type = paymentEventType(event, business);
    if (type === undefined) return undefined;
    return {
      kind: 'payments',
      type,
      form: () => paymentForm(event, business),
      typed: () => [[eventTypeField, type], ...paymentCodes(event)],
    };
  }
  if (isOfDispute(event)) {
    const { kind: type } = event;
    return {
      kind: 'payments',
      type,
      form: () => disputeForm(event, business),
      typed: () => [[eventTypeField, type], ...disputeFields(event)],
    };
  }
  if (event.kind === 'message.created') {
    return untyped('messages', 'message.created', () => messageForm(event));
  }
  if (event.kind === 'customer.added') {
    return untyped('customers', 'customer.added', () => customerForm(event, business));
  }
  return undefined;
}

/** A webhook without fields of its type. */
function untyped(kind: WebhookKind, type: EventType, form: () => Form): Webhook {
  return { kind, type, form, typed: () => [[eventTypeField, type]] };
}

const eventTypeField = 'EventType';

/** The type of event in a fixed body; undefined if no types are switched on. */
export function eventTypeIn(body: string): string | undefined {
  return new URLSearchParams(body).get(eventTypeField) ?? undefined;
}

const nouns: Readonly<Record<WebhookKind, readonly string[]>> = {
  payments: ['payment', 'dispute'],
  messages: ['message'],
  customers: ['customer'],
};

/** The kinds of events for an endpoint of this kind, as patterns of SQL. */
export function patternsOf(kind: WebhookKind): string[] {
  return nouns[kind].map((noun) => `${noun}.%`);
}

const longestText = 600;

function messageForm({ businessId, objectId, data }: EventOf<'message.created'>): Form {
  const { customerId, externalId, direction, from, to, text, mediaCount } = data;
  return [
    ['MessageSid', sidOf(`message ${businessId}/${objectId}`, '')],
    ['IndividualID', customerId],
    ['ExternalID', externalId],
    ['DirectionID', direction === 'in' ? '1' : '2'],
    ['From', `+1${from}`],
    ['To', `+1${to}`],
    // Cut between characters: half a surrogate pair cannot be sent.
    ['Body', [...text].slice(0, longestText).join('')],
    ['NumMedia', String(mediaCount ?? 0)],
  ];
}

function customerForm(
  { objectId, data }: EventOf<'customer.added'>,
  { externalId }: BusinessFacts,
): Form {
  return [
    ['IndividualID', String(objectId)],
    ['ExternalID', data.externalId],
    ['ExternalBusinessID', externalId],
    ['FirstName', data.firstName],
    ['LastName', data.lastName],
    ['EmailAddress', data.email],
    ['Phone', data.phone],
    ['Address1', data.address1],
    ['Address2', data.address2],
    ['City', data.city],
    ['StateCode', data.stateCode],
    ['PostalCode', data.postalCode],
    ['CountryCode', data.countryCode],
  ];
}
