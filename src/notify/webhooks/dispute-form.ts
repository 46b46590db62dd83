import { formatMoney } from '../../kernel/money.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { DisputeEventKind } from '../../runtime/event-kinds.ts';
import type { EventOf } from '../../runtime/events.ts';
import type { BusinessFacts } from './bodies.ts';
import type { Form } from './form.ts';
import { paymentFields } from './payment-form.ts';

type DisputeEvent = EventOf<DisputeEventKind>;

/** The fields of its payment; the amount is the disputed one. It has no status: nothing was paid, and nothing declined. */
export function disputeForm(event: DisputeEvent, business: BusinessFacts): Form {
  const { data } = event;
  return paymentFields(event, business, {
    status: '',
    cents: BigInt(data.disputedCents),
    message: data.reason === '' ? data.reasonCode : data.reason,
  });
}

export function disputeFields({ data }: DisputeEvent): Form {
  return [
    ['DisputeID', data.disputeId],
    ['DisputeState', data.disputeState],
    ['DisputeTaken', formatMoney(BigInt(data.takenCents), currencyIn(data))],
    ['DisputeReason', data.reasonCode],
    ['AnswerUntil', data.answerUntil],
  ];
}
