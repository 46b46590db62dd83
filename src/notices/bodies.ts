import type { WebhookKind } from '../businesses/new-business.ts';
import type { Told } from '../payments/untold-events.ts';
import { customerForm } from './customer-form.ts';
import type { Form } from './form.ts';
import { messageForm } from './message-form.ts';
import { paymentForm } from './payment-form.ts';

/** What a receiver is told of its business beside. */
export type About = {
  readonly environment: 'sandbox' | 'live';
  readonly timeZone: string;
  /** The ExternalID that it was made with. */
  readonly externalId: string | undefined;
};

/** Who hears of which events, and what. Undefined: that one is not told. */
const forms: Readonly<Record<WebhookKind, (told: Told, about: About) => Form | undefined>> = {
  payments: paymentForm,
  messages: messageForm,
  customers: customerForm,
};

const kindsOf: Readonly<Record<string, WebhookKind>> = {
  payment: 'payments',
  message: 'messages',
  customer: 'customers',
};

/** The events that an endpoint of this kind may be told, as a pattern of SQL. */
export function patternOf(kind: WebhookKind): string {
  const [noun] = Object.entries(kindsOf).find(([, one]) => one === kind)!;
  return `${noun}.%`;
}

export function noticeOf(
  told: Told,
  about: About,
): { readonly kind: WebhookKind; readonly form: Form } | undefined {
  const kind = kindsOf[told.kind.split('.')[0]!];
  const form = kind && forms[kind](told, about);
  return form && { kind, form };
}
