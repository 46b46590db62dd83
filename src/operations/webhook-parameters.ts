import { flaw } from '../base/parsed.ts';
import { parseWebhookAddress } from '../base/webhook-address.ts';
import type { Business } from '../businesses/business.ts';
import type { NewWebhook } from '../businesses/new-business.ts';
import { basicUsername, password } from './business-fields.ts';
import { cardless, identifier, numberless, optional } from './fields.ts';
import { judged } from './judged.ts';
import type { Draft, Review } from './operation.ts';

const address = (what: string) =>
  optional(numberless(identifier(`${what}: a whole address with https:// before it.`, 'url')));

/** Where a new business wants to hear of what happens. */
export const webhookParameters = {
  PaymentsWebhookURL: address('Address of yours that is told of completed payments'),
  MessagesWebhookURL: address('Address of yours that is told of messages'),
  CustomersWebhookURL: address('Address of yours that is told of new customers'),
  PaymentWebhookUsername: optional(
    basicUsername('Username that PaymentsWebhookURL asks for, by HTTP Basic.'),
  ),
  PaymentWebhookPassword: optional(password('Password that goes with PaymentWebhookUsername.')),
};

const kinds = [
  ['payments', 'PaymentsWebhookURL'],
  ['messages', 'MessagesWebhookURL'],
  ['customers', 'CustomersWebhookURL'],
] as const;

const requiredWithPassword = flaw('required', 'is required with PaymentWebhookPassword');
const requiredWithUsername = flaw('required', 'is required with PaymentWebhookUsername');

/** Credentials without the address that asks for them are of no use, and not kept. */
export function readWebhooks(
  p: Draft<typeof webhookParameters>,
  environment: Business['environment'],
  review: Review,
): NewWebhook[] {
  noteHalves(review);
  return kinds.flatMap(([kind, field]): NewWebhook[] => {
    const text = p[field];
    const url =
      text && judged(field, cardless(text, parseWebhookAddress(text, environment)), review);
    if (!url) return [];
    const isPayments = kind === 'payments';
    const username = isPayments ? p.PaymentWebhookUsername : undefined;
    return [{ kind, url, username, password: isPayments ? p.PaymentWebhookPassword : undefined }];
  });
}

/** A half that was forgotten would leave the receiver without what it asks for. */
function noteHalves({ sent, note }: Review): void {
  if (!sent('PaymentsWebhookURL')) return;
  const hasUsername = sent('PaymentWebhookUsername');
  const hasPassword = sent('PaymentWebhookPassword');
  if (!hasUsername && hasPassword) note('PaymentWebhookUsername', requiredWithPassword);
  if (hasUsername && !hasPassword) note('PaymentWebhookPassword', requiredWithUsername);
}
