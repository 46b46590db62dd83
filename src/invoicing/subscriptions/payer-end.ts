import { Refusal } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { cancelAtEnd } from './change.ts';
import { periodEnd } from './next-charge.ts';
import type { OpenedSubscription } from './payer-page.ts';
import type { Subscription } from './subscription.ts';

/** The payer of a subscription, in its history and in the audit log. */
export const payer = 'payer';

const acts = shape({ actor: text });

/** What a payer may decide about the end of a subscription: never more than the business allows, or what it decided itself. */
export async function whoEndsIt(
  sql: Sql,
  { terms, timeZone }: Business,
  subscription: Subscription,
): Promise<'to_end' | 'to_keep' | undefined> {
  const { businessId, id, cancelsAtEnd, endedAt } = subscription;
  if (!terms.payerCancels || endedAt || !periodEnd(subscription, timeZone)) return undefined;
  if (!cancelsAtEnd) return 'to_end';
  const last = await acts.readOne(
    sql,
    `select actor from audit_trail
     where business_id = $1 and object = $2 and act = 'subscription.ends_with_period' order by n desc limit 1`,
    [businessId, `subscription:${id}`],
  );
  return last?.actor === payer ? 'to_keep' : undefined;
}

/**
 * Lets it end with its period, or go on. Refuses what the payer may not, and a subscription that is not as the page showed
 * it.
 */
export async function decideEnd(
  { world, business, subscription, mayDecide }: OpenedSubscription,
  decision: 'to_end' | 'to_keep',
): Promise<void> {
  if (mayDecide !== decision) throw new Refusal('subscription_not_so');
  const { id, version } = subscription;
  const judge = (before: Subscription) => {
    if (before.version !== version) throw new Refusal('changed_meanwhile');
  };
  const request = { business, id, actor: payer, judge };
  await cancelAtEnd(world, request, decision === 'to_end');
}
