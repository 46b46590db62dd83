import { createLimiter } from '../base/limits.ts';
import { Refusal } from '../base/refusal.ts';
import {
  type Credentials,
  createAuthenticator,
  mayBeSomebody,
} from '../businesses/authenticate.ts';
import { type Business, mayTakePayments } from '../businesses/business.ts';
import type { LookUps, Operation, TokenMisses } from '../operations/operation.ts';
import type { Guesses } from '../payments/order.ts';
import { looksLikeOurKey } from '../vault/api-key.ts';
import type { World } from '../world.ts';

/** Who calls, whether they may, and how often. The same for every binding. */
export type Doorkeeper = {
  identify(credentials: Credentials | undefined, address: string): Promise<Business>;
  /** Why this business may not do it at present, if so. */
  against(business: Business, operation: Operation): Refusal | undefined;
  /** Counts a request where limits hold, and says how many are left. */
  countRequest(business: Business): number | undefined;
  /** Counts a request of somebody who need not say who they are. */
  countStranger(address: string): void;
  tokenMissesOf(business: Business): TokenMisses;
  guessesOf(business: Business): Guesses;
  lookUpsOf(business: Business): LookUps;
};

export function createDoorkeeper(world: World): Doorkeeper {
  const { now, config } = world;
  const authenticator = createAuthenticator(world);
  const perMinute = config.badCredentialsPerMinute;
  const guesses = { burst: perMinute, perSecond: perMinute / 60, now };
  const badCredentials = createLimiter(guesses);
  const lateGuesses = createLimiter(guesses);
  const tokenMisses = createLimiter(guesses);
  const numberGuesses = createLimiter(guesses);
  const perSecond = config.requestsPerSecond;
  const lookUpsPerMinute = config.lookupsPerMinute;
  const lookUps = createLimiter({ burst: lookUpsPerMinute, perSecond: lookUpsPerMinute / 60, now });
  const requests = createLimiter({ burst: perSecond * 2, perSecond, now });
  const strangers = createLimiter({ burst: perSecond * 2, perSecond, now });

  return {
    async identify(shown, address) {
      // Many a program says who it is only once it was asked to: that is no guess.
      if (!shown) throw new Refusal('not_authenticated');
      const credentials = mayBeSomebody(shown) ? shown : undefined;
      const known = credentials && authenticator.remembered(credentials);
      if (known) return known;
      const mayGuess = badCredentials.hasRoom(address);
      const business = credentials && (await whose(credentials, address, mayGuess));
      if (business) return business;
      if (!mayGuess) throw new Refusal('too_many_bad_credentials');
      badCredentials.take(address);
      throw new Refusal('not_authenticated');
    },

    against(business, operation) {
      const isStopped = business.state === 'suspended' && !operation.whileSuspended;
      if (isStopped || business.state === 'closed') return new Refusal('business_suspended');
      const mayPay = !operation.needsPayments || mayTakePayments(business);
      return mayPay ? undefined : new Refusal('payments_not_active');
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

    guessesOf({ limited, id }) {
      if (!limited) return noMisses;
      return {
        check(paymentId) {
          const hasRoom = numberGuesses.hasRoom(`${id} ${paymentId}`);
          if (!hasRoom) throw new Refusal('too_many_token_misses');
        },
        note(paymentId) {
          numberGuesses.take(`${id} ${paymentId}`);
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

  /**
   * Good credentials stay good while others at the same address guess. Whoever shows a right key of ours has
   * not guessed its 256 bits, so those are looked up however many wrong ones came: that tells a guesser
   * nothing, and costs one hash and one look-up, as any request does. A key that its owner chose might be
   * guessed: after too many guesses from its address it is looked up only until there were as many at such keys, and
   * without the slow hash.
   */
  async function whose(
    credentials: Credentials,
    address: string,
    mayGuess: boolean,
  ): Promise<Business | undefined> {
    if (looksLikeOurKey(credentials.apiKey)) return await authenticator.lookUp(credentials);
    if (mayGuess) return await authenticator.authenticate(credentials);
    if (!lateGuesses.hasRoom(address)) return undefined;
    const business = await authenticator.lookUp(credentials);
    if (!business) lateGuesses.take(address);
    return business;
  }
}

const noLimit: LookUps = { take() {} };
const noMisses: TokenMisses & Guesses = { check() {}, note() {} };
