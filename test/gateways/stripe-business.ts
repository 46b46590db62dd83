import { openStripeDouble, type StripeDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import type { Fixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { type LiveBusiness, openLiveBusiness } from './live-business.ts';

export const key = ['sk', 'live', 'Canary51HxY'].join('_');

type Settings = Omit<Partial<Parameters<typeof openStripeDouble>[0]>, 'now' | 'sleep'>;

/** A live business beside the double of Stripe. */
export async function openLive(
  scope: Scope,
  fixture: Fixture,
  settings: Settings = {},
): Promise<LiveBusiness<StripeDouble>> {
  const double = await openStripeDouble({
    now: fixture.clock.now,
    sleep: () => new Promise(() => {}),
    secretKey: key,
    ...settings,
  });
  const account = {
    name: 'stripe',
    processor: 'stripe',
    key: new Secret(key),
    merchant: undefined,
  } as const;
  return await openLiveBusiness(scope, { fixture, double, account });
}
