/**
 * What becomes of a subscription. `incomplete`: its first charge failed; it waits a little for one that
 * does not. `unpaid`: tried often enough; its invoices stay open. `completed`: as many periods as were
 * agreed are paid and over.
 */
export const moves = {
  scheduled: ['trialing', 'active', 'incomplete', 'canceled'],
  incomplete: ['active', 'incomplete_expired'],
  incomplete_expired: [],
  trialing: ['active', 'paused', 'canceled'],
  active: ['past_due', 'paused', 'canceled', 'completed'],
  past_due: ['active', 'unpaid', 'canceled'],
  unpaid: ['active', 'canceled'],
  paused: ['trialing', 'active', 'unpaid', 'canceled'],
  canceled: [],
  completed: [],
} as const satisfies Record<string, readonly string[]>;

export type SubscriptionState = keyof typeof moves;

export function mayBecome(from: SubscriptionState, to: SubscriptionState): boolean {
  return (moves[from] as readonly SubscriptionState[]).includes(to);
}

/** Whether nothing will ever be charged for it again. */
export function isOver(state: SubscriptionState): boolean {
  return moves[state].length === 0;
}

/** How long an incomplete one waits. Not longer than a day, so that nobody pays who has gone elsewhere. */
export const incompleteHours = 23;
