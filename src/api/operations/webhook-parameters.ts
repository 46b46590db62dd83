import { Refusal } from '../../kernel/refusal.ts';
import { isOwnMachine, parseWebhookAddress } from '../../kernel/webhook-address.ts';
import type { Business } from '../../parties/businesses/business.ts';
import type { NewWebhook } from '../../parties/businesses/new-business.ts';
import { readAnyLive } from '../../parties/businesses/reach.ts';
import type { World } from '../../world.ts';
import { basicUsername, password } from './business-fields.ts';
import { cardless, exactText, numberless, optional } from './fields.ts';
import { judged } from './judged.ts';
import type { Draft, Review } from './operation.ts';

const address = (events: string) =>
  optional(numberless(exactText(`Your https:// address to which ${events} are posted.`, 'url')));

/** The webhooks of a new business. */
export const webhookParameters = {
  PaymentsWebhookURL: address('completed payments'),
  MessagesWebhookURL: address('messages'),
  CustomersWebhookURL: address('new customers'),
  PaymentWebhookUsername: optional(
    basicUsername(
      'User name for PaymentsWebhookURL, by HTTP Basic. Without PaymentWebhookPassword it is sent with an empty one.',
    ),
  ),
  PaymentWebhookPassword: optional(
    password(
      'Password for PaymentWebhookUsername; without one it is sent with an empty user name.',
    ),
  ),
};

const kinds = [
  ['payments', 'PaymentsWebhookURL'],
  ['messages', 'MessagesWebhookURL'],
  ['customers', 'CustomersWebhookURL'],
] as const;

/** While a business is live nothing is posted to this machine. */
export async function refuseOwnMachine(
  { gather }: World,
  webhooks: readonly NewWebhook[],
): Promise<void> {
  const own = webhooks.filter(({ url }) => isOwnMachine(url));
  if (own.length === 0 || !(await gather(readAnyLive, {}))) return;
  const details = kinds
    .filter(([kind]) => own.some((one) => one.kind === kind))
    .map(([, field]) => ({
      field,
      code: 'not_public',
      message: `${field} must not lead to this machine while a business is live.`,
    }));
  throw new Refusal('wrong_fields', { details });
}

/** Credentials without a URL have no use, and are not stored. */
export function readWebhooks(
  p: Draft<typeof webhookParameters>,
  environment: Business['environment'],
  review: Review,
): NewWebhook[] {
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
