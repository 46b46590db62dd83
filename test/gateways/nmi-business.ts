import { type NmiDouble, type NmiDoubleOptions, openNmiDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import type { Fixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { type LiveBusiness, openLiveBusiness } from './live-business.ts';

export const key = 'Canary-8Jk2PqLm4Rt7';

/** A business beside the double of NMI; a live one if nothing else is said. */
export async function openLive(
  scope: Scope,
  fixture: Fixture,
  settings: Partial<NmiDoubleOptions> = {},
  environment: 'live' | 'sandbox' = 'live',
): Promise<LiveBusiness<NmiDouble>> {
  const double = await openNmiDouble({
    now: fixture.clock.now,
    sleep: () => new Promise(() => {}),
    securityKey: key,
    isTestMode: environment === 'sandbox',
    ...settings,
  });
  const account = {
    name: 'nmi',
    processor: 'nmi',
    key: new Secret(key),
    merchant: undefined,
  } as const;
  return await openLiveBusiness(scope, { fixture, double, account, environment });
}
