import { type ElavonDouble, openElavonDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import type { Fixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { openLiveBusiness } from './live-business.ts';
import { storeCard } from './stored-card.ts';

/* A live business at Elavon, with a card that the gateway keeps beside us. */

const pin = 'Canary-P8K2Q4Z7';
export async function openLive(scope: Scope, fixture: Fixture) {
  const double = await openElavonDouble({
    now: fixture.clock.now,
    sleep: () => new Promise(() => {}),
    merchantId: '0012345',
    userId: 'quittance',
    pin,
    isTestMode: false,
  });
  const account = {
    name: 'converge',
    processor: 'elavon',
    key: new Secret(pin),
    merchant: '0012345:quittance',
  } as const;
  const live = await openLiveBusiness<ElavonDouble>(scope, { fixture, double, account });
  await live.connect();
  return { ...live, ...(await storeCard(scope, fixture, live)) };
}
