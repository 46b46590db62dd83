import { formatMoney } from '../base/money.ts';
import type { Told } from '../payments/untold-events.ts';
import type { About } from './bodies.ts';
import { type Form, sidOf } from './form.ts';

/**
 * What completes a payment: that it was approved or not, that it was captured, and that a bank payment came back
 * or came through when it was presented again. What a business does to a payment later, it knows; and a receiver
 * that takes every post with StatusID 0 for money must not take a refund for it.
 */
const statuses: Readonly<Record<string, '0' | '1'>> = {
  'payment.captured': '0',
  'payment.queued': '0',
  'payment.settled': '0',
  'payment.declined': '1',
  'payment.canceled': '1',
  'payment.returned': '1',
};

export function paymentForm(
  { id, businessId, kind, objectId, at, data }: Told,
  { environment, timeZone, externalId }: About,
): Form | undefined {
  const status = statuses[kind];
  // A test in a live business is no sale, and nothing must be delivered for it.
  if (status === undefined || (data.isTest && environment === 'live')) return undefined;
  const asked = BigInt(data.amountCents);
  const paid = BigInt(data.followUpCents ?? data.approvedCents ?? data.amountCents);
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
    ['PaymentAmt', formatMoney(paid)],
    ['InitialAmount', formatMoney(asked)],
    ['PaymentDate', `${month}-${day}-${year}`],
    ['PaymentTime', there.toPlainTime().toString({ smallestUnit: 'second' })],
    ['TransactionID', data.invoiceNumber],
    ['OrderNumber', data.orderNumber],
    ['PaymentType', paid < asked ? 'P' : 'F'],
    ['CardType', data.brand],
    ['LastFour', data.last4],
    ['ResponseMessage', messageOf(data)],
    ['ServiceDescription', data.description],
    ['ConfirmationCode', status === '0' ? data.receiptNumber : undefined],
    ['SubscriptionID', data.subscriptionId],
    ['TokenID', data.token],
  ];
}

/** Of a return: its code too, and whether that is the end of it. */
function messageOf({ message, outcomeCode, entryId, representedAt }: Told['data']): string {
  if (entryId === undefined) return message ?? '';
  const returned = `${outcomeCode} ${message}.`;
  const day = representedAt && String(representedAt).slice(0, 10);
  return day ? `${returned} It is presented again on ${day}.` : returned;
}
