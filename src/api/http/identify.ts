import { hash } from 'node:crypto';
import { dayMs } from '../../kernel/duration.ts';
import { addressBucket } from '../../kernel/ip-address.ts';
import { Refusal } from '../../kernel/refusal.ts';
import {
  type Credentials,
  createAuthenticator,
  type Identified,
  mayBeSomebody,
} from '../../parties/businesses/authenticate.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { flawInChosenKey } from '../../parties/businesses/chosen-key.ts';
import { hasKeyForm } from '../../ports/vault/api-key.ts';
import { createAttempts, noRoom } from '../../runtime/attempts.ts';
import { createLimiter } from '../../runtime/rate-limiter.ts';
import type { World } from '../../world.ts';
import { logWrongCredentials } from './wrong-credentials.ts';

/** `isGrave`: for what makes keys, refunds or decides, the key is looked up and not remembered: a revoked one does nothing. */
export type Identify = (
  shown: Credentials | undefined,
  address: string,
  isGrave?: boolean,
) => Promise<Identified>;

type Found = Identified | typeof noRoom | undefined;

/** Multiple of the limit of a network: for guesses at all names together, beside the limit of each name. */
const namesAtOnce = 30;
/** The same for guesses at a name that authenticated from that network before. */
const whereKnown = 100;

/**
 * Identifies the caller, and bounds guessing. All limits count networks: an IPv4 address, or the /64 of an IPv6 address.
 *
 * A key that we made has 256 random bits, so it is looked up however many wrong ones came before: nobody guesses it,
 * and neighbours at the same address cannot lock its owner out. A key that its owner chose might be guessed, so each
 * look at one takes from a limit first:
 *
 * 1. A key that was used before is found by one fast look-up, within a limit of the network and the claimed name.
 *    Guesses at other names do not use that up, but for all of them together there is a limit of the network.
 *    A name that was let in from this network before has a limit of its own, far above what a neighbour's guesses
 *    at other names take.
 * 2. Else the slow hash is computed, within the limit of the network on wrong credentials. It is computed for every
 *    name, so that neither the answer nor its time tells whether somebody has that name or a key to compare with.
 *
 * Wrong ones beyond the limit of the network are all answered alike, whatever was looked up for them.
 */
export function createIdentify(world: World): Identify {
  const { now } = world;
  const authenticator = createAuthenticator(world);
  const limiter = (times = 1) => {
    const burst = world.config.badCredentialsPerMinute * times;
    return createLimiter({ burst, perSecond: burst / 60, now });
  };
  const wrong = limiter();
  const slowLooks = createAttempts(wrong);
  const looksAtName = createAttempts(limiter());
  const looksOfNetwork = createAttempts(limiter(namesAtOnce));
  const looksWhereKnown = createAttempts(limiter(whereKnown));
  const knownPlaces = createKnownPlaces(now);
  const underWay = new Map<string, Promise<Found>>();
  const tell = logWrongCredentials(world);

  return async (shown, address, isGrave = false) => {
    // Many programs send credentials only after a challenge, so a request without them is no guess.
    if (!shown) throw new Refusal('not_authenticated');
    const network = addressBucket(address);
    try {
      return await whose(shown, network, isGrave);
    } catch (error) {
      if (error instanceof Refusal) tell(shown, { address, network, code: error.code });
      throw error;
    }
  };

  async function whose(shown: Credentials, network: string, isGrave: boolean): Promise<Identified> {
    if (!mayBeSomebody(shown)) throw wrongOne(network);
    if (hasKeyForm(shown.apiKey)) {
      const business = await look(shown, isGrave);
      if (!business) throw wrongOne(network);
      return business;
    }
    if (shown.username === undefined) throw wrongOne(network);
    const name = `${network} ${isGrave} ${hash('sha256', `${shown.username}\n${shown.apiKey}`, 'base64')}`;
    const same = underWay.get(name);
    if (same) {
      // Identical concurrent attempts are checked once, but each wrong one counts.
      const business = await same;
      if (!business || business === noRoom) throw wrongOne(network);
      return business;
    }
    const search = withChosenKey(shown, network, isGrave).finally(() => underWay.delete(name));
    underWay.set(name, search);
    const business = await search;
    if (business === noRoom) throw new Refusal('too_many_bad_credentials');
    if (!business) throw new Refusal('not_authenticated');
    return business;
  }

  /** Takes from the limit and checks in one step: nothing is awaited in between. */
  function wrongOne(network: string): Refusal {
    return new Refusal(wrong.take(network).ok ? 'not_authenticated' : 'too_many_bad_credentials');
  }

  async function look(shown: Credentials, isGrave: boolean): Promise<Identified | undefined> {
    const known = isGrave ? undefined : authenticator.remembered(shown);
    return known ?? (await authenticator.lookUp(shown));
  }

  async function withChosenKey(
    shown: Credentials,
    network: string,
    isGrave: boolean,
  ): Promise<Found> {
    const found = await amongUsed(shown, network, isGrave);
    const business =
      found && found !== noRoom
        ? found
        : await slowLooks.judge(network, () => authenticator.authenticate(shown));
    if (business && business !== noRoom) noteKnown(shown, network, business);
    return business;
  }

  function noteKnown(
    { username = '', apiKey }: Credentials,
    network: string,
    business: Business,
  ): void {
    // Chosen before keys had to have variety.
    const isWeak =
      !knownPlaces.has(network, username) && flawInChosenKey(apiKey, [username, business.name]);
    if (isWeak) world.log.warn('key.too_simple', { businessId: business.id });
    knownPlaces.note(network, username);
  }

  async function amongUsed(shown: Credentials, network: string, isGrave: boolean): Promise<Found> {
    const { username = '' } = shown;
    const name = `${network} ${username}`;
    const known = async () => await look(shown, isGrave);
    if (knownPlaces.has(network, username)) return await looksWhereKnown.judge(name, known);
    return await looksAtName.judge(name, () => looksOfNetwork.judge(network, known));
  }
}

/** Pairs of network and name that authenticated recently with a key chosen by its owner. */
type KnownPlaces = {
  has(network: string, username: string): boolean;
  note(network: string, username: string): void;
};

const rememberMs = dayMs;
/** Only valid credentials add entries, so an attacker cannot evict those of others. */
const most = 20_000;

function createKnownPlaces(now: () => Date): KnownPlaces {
  const until = new Map<string, number>();

  return {
    has: (network, username) => (until.get(`${network} ${username}`) ?? 0) > now().getTime(),
    note(network, username) {
      const name = `${network} ${username}`;
      // The oldest entry is the first.
      until.delete(name);
      until.set(name, now().getTime() + rememberMs);
      if (until.size > most) until.delete(until.keys().next().value!);
    },
  };
}
