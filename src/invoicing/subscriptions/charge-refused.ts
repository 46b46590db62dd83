import { hourMs } from '../../kernel/duration.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { deleteIdempotencyKey } from '../../runtime/idempotency.ts';
import type { World } from '../../world.ts';
import { withLinks } from '../pay-links/link-for-invoice.ts';
import type { Fact } from './fact.ts';
import { takeBackIfTaken } from './number-taken.ts';
import { lockSubscriptions } from './store.ts';
import { attemptKeyOf, orderNumberOf, type PeriodRow } from './subscription.ts';

/** Pause before a period that could not be charged is tried again. */
export const retryMs = hourMs;

/** The result of an attempt: postponed, failed without a charge, or left to the events of its payment. */
export type End = { readonly period: PeriodRow } & (
  | { readonly dueAt: Date }
  | { readonly fact: Fact }
  | { readonly dueAt?: undefined; readonly fact?: undefined }
);

/** Decides how a period goes on whose charge was refused. */
export async function afterRefusal(
  world: World,
  business: Business,
  period: PeriodRow,
  { code }: Refusal,
): Promise<End> {
  const { businessId, subscriptionId, n } = period;
  switch (code) {
    case 'token_disabled':
      return cannotBeCharged(world, period, code);
    case 'invoice_ended':
      return { period, fact: { subscriptionId, n, at: world.now(), what: 'taken_back' } };
    case 'order_number_reused':
    case 'order_undecided':
      return await afterTaken(world, business, period);
    case 'unreadable':
    case 'wrong_fields':
    case 'not_authenticated':
    case 'wrong_sign_in':
    case 'code_required':
    case 'second_factor_missing':
    case 'proof_required':
    case 'link_not_valid':
    case 'foreign_page':
    case 'payments_not_active':
    case 'service_not_included':
    case 'no_processor':
    case 'currency_not_debited':
    case 'not_supported':
    case 'wallet_not_saved':
    case 'business_suspended':
    case 'secrets_in_url':
    case 'right_missing':
    case 'operator_only':
    case 'sandbox_only':
    case 'not_found':
    case 'changed_meanwhile':
    case 'request_in_progress':
    case 'shown_once':
    case 'unknown_operation':
    case 'unknown_token':
    case 'unknown_payment':
    case 'text_not_wanted':
    case 'mail_not_wanted':
    case 'number_takes_no_texts':
    case 'no_number_to_text_from':
    case 'unknown_lead':
    case 'unknown_subscription':
    case 'subscription_not_so':
    case 'unknown_customer':
    case 'customer_taken':
    case 'unknown_business':
    case 'unknown_application':
    case 'method_not_allowed':
    case 'idempotency_key_reused':
    case 'not_refundable':
    case 'refund_too_large':
    case 'payment_disputed':
    case 'payment_busy':
    case 'not_capturable':
    case 'capture_too_large':
    case 'not_voidable':
    case 'wrong_state':
    case 'too_large':
    case 'unsupported_media_type':
    case 'rate_limited':
    case 'too_many_listeners':
    case 'too_many_bad_credentials':
    case 'too_many_token_misses':
    case 'card_declined_too_often':
    case 'too_many_cards_tried':
    case 'proof_wanted':
    case 'busy':
    case 'internal':
      world.log.warn('subscription.put_off', { businessId, subscriptionId, code });
      return { period, dueAt: later(world, retryMs) };
  }
}

/** Another payment has the order number, mostly one by the pay link; its events decide how the period goes on. */
export async function afterTaken(
  world: World,
  business: Business,
  period: PeriodRow,
): Promise<End> {
  const { businessId, subscriptionId, n, tries } = period;
  const end = await withLinks(world, businessId, async (tx) => {
    await lockSubscriptions(tx, businessId, [subscriptionId]);
    // For an equal request the charge returned the other payment: the idempotency key must not point to it.
    await deleteIdempotencyKey(
      tx,
      { businessId, kind: 'payment' },
      attemptKeyOf(subscriptionId, n, tries),
    );
    return await takeBackIfTaken(world, tx, business, period);
  });
  if (end === 'free') return { period };
  if (end !== 'taken_back') return { period, dueAt: later(world, retryMs) };
  const orderNumber = orderNumberOf(subscriptionId, n);
  world.log.warn('subscription.number_taken', { businessId, subscriptionId, orderNumber });
  return { period };
}

/** Fails the attempt without a call to the processor. */
export function cannotBeCharged(world: World, period: PeriodRow, code: string): End {
  const { subscriptionId, n, tries: attempt, epoch } = period;
  const failed = { what: 'failed', failure: 'hard', code, attempt, epoch } as const;
  return { period, fact: { subscriptionId, n, at: world.now(), ...failed } };
}

export function later(world: World, ms: number): Date {
  return new Date(world.now().getTime() + ms);
}
