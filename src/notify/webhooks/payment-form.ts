import { returnRule } from '../../ach/return-codes.ts';
import { formatMoney } from '../../kernel/money.ts';
import { declineCodeIn } from '../../ports/processors/declines.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { PaymentEventKind } from '../../runtime/event-kinds.ts';
import type { EventOf } from '../../runtime/events.ts';
import type { BusinessFacts } from './bodies.ts';
import type { PaymentEventType } from './event-types.ts';
import { type Form, sidOf } from './form.ts';

type PaymentEvent = EventOf<PaymentEventKind>;

/**
 * The webhook of an event. Events that complete a payment have a status: it was approved, declined or captured, or a
 * bank payment was returned, paid when presented again, or withdrawn. All others have none: receivers take every post
 * with StatusID 0 for money, and a refund is not.
 */
type Meaning = { readonly type: PaymentEventType; readonly status: '0' | '1' | '' };

const meanings: Readonly<Record<PaymentEventKind, Meaning | undefined>> = {
  'payment.captured': { type: 'payment.completed', status: '0' },
  'payment.queued': { type: 'payment.completed', status: '0' },
  'payment.settled': { type: 'payment.recovered', status: '0' },
  'payment.declined': { type: 'payment.declined', status: '1' },
  'payment.canceled': { type: 'payment.canceled', status: '1' },
  'payment.returned': { type: 'payment.returned', status: '1' },
  'payment.voided': { type: 'payment.voided', status: '' },
  'payment.account_validating': { type: 'payment.account_validating', status: '' },
  'payment.account_validated': { type: 'payment.account_validated', status: '' },
  'payment.authorized': { type: 'payment.authorized', status: '' },
  'payment.expired': { type: 'payment.expired', status: '' },
  'payment.refunded': { type: 'payment.refunded', status: '' },
  'payment.given_back': { type: 'payment.reversed', status: '' },
  'payment.capture_failed': { type: 'payment.capture_failed', status: '' },
  'payment.void_failed': { type: 'payment.void_failed', status: '' },
  'payment.refund_failed': { type: 'payment.refund_failed', status: '' },
  'payment.give_back_failed': { type: 'payment.reversal_failed', status: '' },
  // Only the outcome of these steps is posted.
  'payment.unknown': undefined,
  'payment.originated': undefined,
  'payment.available': undefined,
  'payment.represented': undefined,
};

/** Undefined: the event has no webhook. */
export function paymentEventType(
  event: PaymentEvent,
  { environment }: BusinessFacts,
): PaymentEventType | undefined {
  // A test in a live business is not a sale.
  if (event.data.isTest && environment === 'live') return undefined;
  return meaningOf(event)?.type;
}

function meaningOf({ kind, data }: PaymentEvent): Meaning | undefined {
  const { isByUs, state, followUpId, outcomeCode, isUnauthorized } = data;
  // We voided it ourselves, or it was posted as to be presented again, which it is not.
  const isWithdrawn = kind === 'payment.voided' && (isByUs || state === 'returned');
  if (isWithdrawn) return { type: 'payment.withdrawn', status: '1' };
  if (kind === 'payment.captured' && followUpId !== undefined) {
    return { type: 'payment.captured', status: '0' };
  }
  const isDisputed = isUnauthorized || returnRule(outcomeCode ?? '').group === 'contested';
  if (kind === 'payment.returned' && isDisputed) return { type: 'payment.disputed', status: '1' };
  return meanings[kind];
}

export function paymentForm(event: PaymentEvent, business: BusinessFacts): Form {
  const { followUpCents, entryCents, approvedCents, amountCents } = event.data;
  return paymentFields(event, business, {
    status: meaningOf(event)?.status ?? '',
    cents: BigInt(followUpCents ?? entryCents ?? approvedCents ?? amountCents),
    message: messageOf(event, business.timeZone),
  });
}

type News = {
  readonly status: Meaning['status'];
  /** The amount of this event, out of the whole amount. */
  readonly cents: bigint;
  readonly message: string;
};

/** The fields of a post about a payment and its news. */
export function paymentFields(
  { id, businessId, objectId, at, data }: Pick<PaymentEvent, Said>,
  { timeZone, externalId }: BusinessFacts,
  { status, cents, message }: News,
): Form {
  const asked = BigInt(data.amountCents);
  const there = at.toTemporalInstant().toZonedDateTimeISO(timeZone);
  const [year, month, day] = there.toPlainDate().toString().split('-');
  return [
    ['PaymentSid', sidOf(`payment ${businessId}/${objectId}`, id)],
    ['IndividualID', data.customerId],
    ['ExternalID', data.externalId],
    ['ExternalBusinessID', externalId],
    ['EmailAddress', data.email],
    ['Phone', data.phone],
    ['StatusID', status],
    ['PaymentAmt', formatMoney(cents, currencyIn(data))],
    ['InitialAmount', formatMoney(asked, currencyIn(data))],
    // Receivers that know no currency take every amount for US dollars.
    ...(data.currency ? [['Currency', data.currency] as const] : []),
    ['PaymentDate', `${month}-${day}-${year}`],
    ['PaymentTime', there.toPlainTime().toString({ smallestUnit: 'second' })],
    ['TransactionID', data.invoiceNumber],
    ['OrderNumber', data.orderNumber],
    ['PaymentType', cents < asked ? 'P' : 'F'],
    ['CardType', data.brand],
    ['LastFour', data.last4],
    ['ResponseMessage', message],
    ['ServiceDescription', data.description],
    ['ConfirmationCode', status === '0' ? data.receiptNumber : undefined],
    ...(data.partOfInvoiceId ? [['PartOfInvoiceID', data.partOfInvoiceId] as const] : []),
    ...(data.checkoutSessionId ? [['CheckoutSessionID', data.checkoutSessionId] as const] : []),
    ['SubscriptionID', data.subscriptionId],
    ['TokenID', data.token],
    ['InvoiceExternalID', data.invoiceExternalId],
  ];
}

type Said = 'id' | 'businessId' | 'objectId' | 'at' | 'data';

/** Fields for endpoints that have types of events switched on. */
export function paymentCodes({ kind, data }: PaymentEvent): Form {
  const { outcomeCode, followUpId } = data;
  const isRefund = kind === 'payment.refunded' || kind === 'payment.refund_failed';
  const isReturn = kind === 'payment.returned';
  return [
    ['DeclineCode', isReturn ? undefined : declineCodeIn(outcomeCode)],
    ['ReturnCode', /^R\d\d$/.test(outcomeCode ?? '') ? outcomeCode : undefined],
    ['RefundID', isRefund ? followUpId : undefined],
  ];
}

/** The message; for a return with its code, and the day of the next presentment. */
function messageOf({ kind, data }: PaymentEvent, timeZone: string): string {
  const { message, outcomeCode, entryId, representedAt, isByUs, state } = data;
  if (isByUs) return `It was not sent: ${message}.`;
  if (kind === 'payment.voided' && state === 'returned') {
    return 'It is not presented again: it was voided.';
  }
  if (entryId === undefined) return message ?? '';
  const returned = `${outcomeCode} ${message}.`;
  if (!representedAt) return returned;
  const there = Temporal.Instant.from(representedAt).toZonedDateTimeISO(timeZone);
  return `${returned} It is presented again on ${there.toPlainDate()}.`;
}
