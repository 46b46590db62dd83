import type { RefusalCode } from '../../kernel/refusal.ts';
import type { Credentials } from '../../parties/businesses/authenticate.ts';
import { leastChosenKey } from '../../parties/businesses/chosen-key.ts';
import { createLimiter } from '../../runtime/rate-limiter.ts';
import type { World } from '../../world.ts';

type Seen = {
  readonly address: string;
  readonly network: string;
  readonly code: RefusalCode;
};

/** For one network: a burst of lines, then one every few seconds. */
const ofNetwork = { burst: 10, perSecond: 1 / 6 };
/** For all networks together, so that a distributed flood does not fill the disk. */
const ofAll = { burst: 100, perSecond: 5 };

/**
 * Logs each failed attempt with its address and claimed name, up to a rate limit; the next line counts the omitted
 * ones.
 */
export function logWrongCredentials({ log, now }: Pick<World, 'log' | 'now'>) {
  const perNetwork = createLimiter({ ...ofNetwork, now });
  const together = createLimiter({ ...ofAll, now });
  let leftOut = 0;

  return (shown: Credentials, { address, network, code }: Seen): void => {
    // Not checked for lack of capacity.
    if (code === 'busy') return;
    if (!perNetwork.take(network).ok || !together.take('').ok) {
      leftOut += 1;
      return;
    }
    const count = leftOut > 0 ? leftOut : undefined;
    leftOut = 0;
    log.warn('credentials.refused', { address, claimed: claimedName(shown), code, leftOut: count });
  };
}

/**
 * The claimed name, shortened for the log. It may be a key in the wrong field, so a text of a key's length is cut to
 * its first letters.
 */
export function claimedName({ username, apiKey }: Credentials): string {
  if (username === undefined) return '[none]';
  if (username.includes(apiKey)) return '[key]';
  if (username.length < leastChosenKey) return username;
  return `${username.slice(0, 4)}… (${username.length} characters)`;
}
