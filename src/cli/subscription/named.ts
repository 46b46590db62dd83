import type { Business } from '../../businesses/business.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { readBusiness } from '../../businesses/store.ts';
import { nextCharge } from '../../subscriptions/next-charge.ts';
import { readSubscription } from '../../subscriptions/store.ts';
import type { Subscription } from '../../subscriptions/subscription.ts';
import { readTokens, type StoredToken } from '../../tokens/store.ts';
import type { World } from '../../world.ts';
import { OperatorFault } from '../command.ts';
import { idWithin, place } from '../words.ts';

export const subscription = place('BUSINESS/ID', idWithin);

type Key = { readonly businessId: bigint; readonly id: bigint };

/** With the world of its business. */
export async function subscriptionNamed(
  world: World,
  { businessId, id }: Key,
): Promise<{ world: World; business: Business; found: Subscription }> {
  const business = await readBusiness(world.db, businessId);
  const found = business && (await readSubscription(world.db, businessId, id));
  if (!found) throw new OperatorFault(`there is no subscription ${businessId}/${id}`);
  return { world: atClockOf(world, business), business, found };
}

/** One that can be charged for a subscription of this business. */
export async function tokenToCharge(
  world: Pick<World, 'db'>,
  business: Business,
  token: string,
): Promise<StoredToken> {
  const stored = await tokenOf(world, business, token);
  refuseUnlessCharged(business, stored);
  return stored;
}

export async function tokenOf(
  { db }: Pick<World, 'db'>,
  { id: businessId }: Business,
  token: string,
): Promise<StoredToken> {
  const [stored] = await readTokens(db, [{ businessId, token }]);
  if (!stored) throw new OperatorFault(`business ${businessId} has no such token`);
  return stored;
}

export function refuseUnlessCharged(
  { environment }: Business,
  { isDisabled, token }: StoredToken,
): void {
  if (isDisabled) throw new OperatorFault('the token can no longer be charged');
  if (token.kind === 'card' && environment === 'live') {
    throw new OperatorFault('there is no processor yet that charges cards of live businesses');
  }
}

/** Such as `visa …4242`: a token itself is shown nowhere, since one could pay with it. */
export function sourceOf(stored: StoredToken | undefined): string | undefined {
  if (!stored) return undefined;
  const { token, isDisabled } = stored;
  const kind = token.kind === 'card' ? token.brand : 'bank account';
  return `${kind} …${token.last4}${isDisabled ? ', disabled' : ''}`;
}

/** What an operator sees of it. */
export function summary(one: Subscription, { timeZone }: Pick<Business, 'timeZone'>) {
  const { token: _, requestFingerprint: __, ...shown } = one;
  return { ...shown, nextChargeAt: nextCharge(one, timeZone)?.at };
}

export function nameOf({ businessId, id }: Key): string {
  return `${businessId}/${id}`;
}
