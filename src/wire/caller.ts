import { createLimiter } from '../base/limits.ts';
import { Refusal } from '../base/refusal.ts';
import { type Credentials, createAuthenticator } from '../businesses/authenticate.ts';
import { type Business, mayTakePayments } from '../businesses/business.ts';
import type { LookUps, Operation, TokenMisses } from '../operations/operation.ts';
import type { World } from '../world.ts';

/** Who calls, whether they may, and how often. The same for every binding. */
export type Doorkeeper = {
  identify(credentials: Credentials | undefined, address: string): Promise<Business>;
  /** Refuses what this business may not do at present. */
  admit(business: Business, operation: Operation): void;
  /** Counts a request where limits hold, and says how many are left. */
  countRequest(business: Business): number | undefined;
  /** Counts a request of somebody who need not say who they are. */
  countStranger(address: string): void;
  tokenMissesOf(business: Business): TokenMisses;
  lookUpsOf(business: Business): LookUps;
};

export function createDoorkeeper(world: World): Doorkeeper {
  const { now, config } = world;
  const authenticator = createAuthenticator(world);
  const perMinute = config.badCredentialsPerMinute;
  const guesses = { burst: perMinute, perSecond: perMinute / 60, now };
  const badCredentials = createLimiter(guesses);
  const tokenMisses = createLimiter(guesses);
  const perSecond = config.requestsPerSecond;
  const lookUpsPerMinute = config.lookupsPerMinute;
  const lookUps = createLimiter({ burst: lookUpsPerMinute, perSecond: lookUpsPerMinute / 60, now });
  const requests = createLimiter({ burst: perSecond * 2, perSecond, now });
  const strangers = createLimiter({ burst: perSecond * 2, perSecond, now });

  return {
    async identify(credentials, address) {
      // Good credentials stay good while others at the same address guess.
      const known = credentials && authenticator.remembered(credentials);
      if (known) return known;
      if (!badCredentials.hasRoom(address)) throw new Refusal('too_many_bad_credentials');
      const business = credentials && (await authenticator.authenticate(credentials));
      if (business) return business;
      badCredentials.take(address);
      throw new Refusal('not_authenticated');
    },

    admit(business, operation) {
      const isStopped = business.state === 'suspended' && !operation.whileSuspended;
      if (isStopped || business.state === 'closed') throw new Refusal('business_suspended');
      if (operation.needsPayments && !mayTakePayments(business)) {
        throw new Refusal('payments_not_active');
      }
    },

    countRequest(business) {
      if (!business.limited) return undefined;
      const { ok, remaining, retryAfterSeconds } = requests.take(String(business.id));
      if (!ok) throw new Refusal('rate_limited', { retryAfterSeconds });
      return remaining;
    },

    countStranger(address) {
      const { ok, retryAfterSeconds } = strangers.take(address);
      if (!ok) throw new Refusal('rate_limited', { retryAfterSeconds });
    },

    tokenMissesOf({ limited, id }) {
      if (!limited) return noMisses;
      const key = String(id);
      return {
        check() {
          if (!tokenMisses.hasRoom(key)) throw new Refusal('too_many_token_misses');
        },
        note() {
          tokenMisses.take(key);
        },
      };
    },

    lookUpsOf({ limited, id }) {
      if (!limited) return noLimit;
      return {
        take() {
          const { ok, retryAfterSeconds } = lookUps.take(String(id));
          if (!ok) throw new Refusal('rate_limited', { retryAfterSeconds });
        },
      };
    },
  };
}

const noLimit: LookUps = { take() {} };
const noMisses: TokenMisses = { check() {}, note() {} };
