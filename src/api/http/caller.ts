import { Refusal } from '../../kernel/refusal.ts';
import { type Business, mayTakePayments } from '../../parties/businesses/business.ts';
import { missingService } from '../../parties/businesses/offering.ts';
import type { Guesses } from '../../payments/order.ts';
import { createAttempts, noRoom } from '../../runtime/attempts.ts';
import { createAddressLimiter, createLimiter } from '../../runtime/rate-limiter.ts';
import type { World } from '../../world.ts';
import type { LookUps, Operation, TokenMisses } from '../operations/operation.ts';
import { createIdentify, type Identify } from './identify.ts';

type Needs = Pick<Operation, 'needsPayments' | 'needsServices' | 'whileSuspended'>;

/** Authenticates callers, checks permissions and counts requests, for every binding. */
export type Doorkeeper = {
  readonly identify: Identify;
  /** The same for interfaces that know no rights: they take keys that may do everything. */
  readonly identifyWhole: Identify;
  /** The refusal for this business at present, if any. */
  against(business: Business, operation: Needs): Refusal | undefined;
  /** So many requests at once, and then so many a second, of each business that is limited. */
  readonly requestLimit: { readonly burst: number; readonly perSecond: number };
  /** Takes one request from the limit, if there is one, and returns how many are left. */
  countRequest(business: Business): number | undefined;
  /** Takes one request from the limit of callers without credentials. */
  countStranger(address: string): void;
  tokenMissesOf(business: Business): TokenMisses;
  guessesOf(business: Business): Guesses;
  lookUpsOf(business: Business): LookUps;
};

export function createDoorkeeper(world: World): Doorkeeper {
  const { now, config } = world;
  const perMinute = config.badCredentialsPerMinute;
  const guesses = { burst: perMinute, perSecond: perMinute / 60, now };
  const tokenMisses = createAttempts(createLimiter(guesses));
  const numberGuesses = createLimiter(guesses);
  const perSecond = config.requestsPerSecond;
  const lookUpsPerMinute = config.lookupsPerMinute;
  const lookUps = createLimiter({ burst: lookUpsPerMinute, perSecond: lookUpsPerMinute / 60, now });
  const requestLimit = { burst: perSecond * 2, perSecond };
  const requests = createLimiter({ ...requestLimit, now });
  const strangers = createAddressLimiter({ ...requestLimit, now });

  const identify = createIdentify(world);

  return {
    identify,

    async identifyWhole(shown, address, isGrave) {
      const business = await identify(shown, address, isGrave);
      if (!business.key.rights) return business;
      const message = 'This API key has only some rights, so it is taken by /v1 alone.';
      throw new Refusal('right_missing', { message });
    },

    against(business, operation) {
      const isStopped = business.state === 'suspended' && !operation.whileSuspended;
      if (isStopped || business.state === 'closed') return new Refusal('business_suspended');
      const mayPay = !operation.needsPayments || mayTakePayments(business);
      if (!mayPay) return new Refusal('payments_not_active');
      return missingService(business, operation.needsServices ?? []);
    },

    requestLimit,

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
      return {
        async judge(find) {
          const found = await tokenMisses.judge(String(id), find);
          if (found === noRoom) throw new Refusal('too_many_token_misses');
          return found;
        },
      };
    },

    guessesOf({ limited, id }) {
      if (!limited) return noGuesses;
      return {
        judge(paymentId, isRight) {
          const name = `${id} ${paymentId}`;
          if (!numberGuesses.take(name).ok) throw new Refusal('too_many_token_misses');
          const right = isRight();
          if (right) numberGuesses.putBack(name);
          return right;
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
const noMisses: TokenMisses = { judge: async (find) => await find() };
const noGuesses: Guesses = { judge: (_paymentId, isRight) => isRight() };
