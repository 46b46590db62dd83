import { formatMoney } from '../base/money.ts';
import type { Told } from '../payments/untold-events.ts';
import type { About } from './bodies.ts';
import { type Form, sidOf } from './form.ts';

/**
 * What completes a payment: that it was approved or not, that it was captured, and that a bank payment came back,
 * came through when it was presented again, or was not sent after all. What a business does to a payment later, it
 * knows; and a receiver that takes every post with StatusID 0 for money must not take a refund for it.
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
  const status = kind === 'payment.voided' ? statusOfVoid(data) : statuses[kind];
  // A test in a live business is no sale, and nothing must be delivered for it.
  if (status === undefined || (data.isTest && environment === 'live')) return undefined;
  const asked = BigInt(data.amountCents);
  const { followUpCents, entryCents, approvedCents, amountCents } = data;
  const paid = BigInt(followUpCents ?? entryCents ?? approvedCents ?? amountCents);
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
    ['ResponseMessage', messageOf(data, timeZone)],
    ['ServiceDescription', data.description],
    ['ConfirmationCode', status === '0' ? data.receiptNumber : undefined],
    ['SubscriptionID', data.subscriptionId],
    ['TokenID', data.token],
  ];
}

/** Nobody asked for it; or it was told that it is presented again, which it is not. */
function statusOfVoid({ isByUs, state }: Told['data']): '1' | undefined {
  return isByUs || state === 'returned' ? '1' : undefined;
}

/** Of a return: its code too, and whether that is the end of it. */
function messageOf(data: Told['data'], timeZone: string): string {
  const { message, outcomeCode, entryId, representedAt, followUpId, isByUs, state } = data;
  if (isByUs) return `It was not sent: ${message}.`;
  if (followUpId !== undefined && state === 'returned') {
    return 'It is not presented again: it was voided.';
  }
  if (entryId === undefined) return message ?? '';
  const returned = `${outcomeCode} ${message}.`;
  if (!representedAt) return returned;
  const there = Temporal.Instant.from(representedAt).toZonedDateTimeISO(timeZone);
  return `${returned} It is presented again on ${there.toPlainDate()}.`;
}
