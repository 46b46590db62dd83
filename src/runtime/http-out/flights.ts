import { addressBucket } from '../../kernel/ip-address.ts';
import { isLoopback } from '../../kernel/public-address.ts';

/**
 * Requests to others that run in the background. Their number is limited in all, for each destination, for each address
 * behind destinations, and for all destinations that fail, so that slow receivers take no places from others.
 */
export type Flights = {
  /** How many more may start to this destination now. */
  room(to: Destination, most: number): number;
  /** `flight` is not awaited, and handles its own errors. */
  start(to: Destination, flight: () => Promise<void>): void;
  /** Notes the network address of a host: hosts at the same address share its places. */
  reachedAt(host: string, address: string): void;
  /** True while a finished request may be followed by another one. */
  readonly goOn: boolean;
  /** Waits for all requests to destinations whose names begin like this; returns how many there were. */
  landed(beginning?: string): Promise<number>;
  /** Lets running requests end, and starts no others. */
  close(): Promise<void>;
};

export type Destination = {
  /** The name of one receiver. */
  readonly name: string;
  /** Name and port, as in a URL. */
  readonly host: string;
  /** True if its last attempt failed. */
  readonly isFailing: boolean;
};

/** The fewer places are left, the fewer a destination may take: the last ones are for destinations without any. */
const share = 32;
const mostHosts = 10_000;

export function createFlights({ most = 512 }: { readonly most?: number } = {}): Flights {
  // Half of all places for the receivers at one address, since one server may pose as many; and half for all that fail,
  // since a failing receiver is often slow.
  const mostOfGroup = Math.ceil(most / 2);
  const underWay = new Map<string, Set<Promise<void>>>();
  const atAddress = new Map<string, number>();
  const addresses = new Map<string, string>();
  let count = 0;
  let failing = 0;
  let isClosing = false;

  async function landed(beginning = ''): Promise<number> {
    const flights = [...underWay].flatMap(([destination, set]) =>
      destination.startsWith(beginning) ? [...set] : [],
    );
    await Promise.all(flights);
    return flights.length;
  }

  function addressOf({ host }: Destination): string {
    return addresses.get(host) ?? host;
  }

  function change({ isFailing }: Destination, address: string, by: 1 | -1): void {
    count += by;
    if (isFailing) failing += by;
    const there = (atAddress.get(address) ?? 0) + by;
    if (there === 0) atAddress.delete(address);
    else atAddress.set(address, there);
  }

  return {
    room(to, mostOfIt) {
      if (isClosing) return 0;
      const freeThere = mostOfGroup - (atAddress.get(addressOf(to)) ?? 0);
      const free = Math.min(
        most - count,
        freeThere,
        to.isFailing ? mostOfGroup - failing : Number.POSITIVE_INFINITY,
      );
      const fair = Math.min(mostOfIt, Math.max(1, Math.floor(free / share)));
      return Math.max(0, Math.min(free, fair - (underWay.get(to.name)?.size ?? 0)));
    },
    start(to, flight) {
      const set = underWay.get(to.name) ?? new Set();
      underWay.set(to.name, set);
      const address = addressOf(to);
      change(to, address, 1);
      const done = flight().finally(() => {
        change(to, address, -1);
        set.delete(done);
        if (set.size === 0) underWay.delete(to.name);
      });
      set.add(done);
    },
    reachedAt(host, address) {
      // After the cache is cleared, each name is resolved once more.
      if (addresses.size >= mostHosts && !addresses.has(host)) addresses.clear();
      // This machine is several receivers of one developer, with different ports.
      if (!isLoopback(address)) addresses.set(host, addressBucket(address));
    },
    get goOn() {
      return !isClosing;
    },
    landed,
    async close() {
      isClosing = true;
      await landed();
    },
  };
}
