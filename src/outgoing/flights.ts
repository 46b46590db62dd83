/**
 * What is under way to others beside everything else: bounded in all and for each of them, so that those who
 * let us wait take no place from those who answer.
 */
export type Flights = {
  /** How many more may start to this destination now. */
  room(destination: string, most: number): number;
  /** `flight` is not awaited, and sees to its own faults. */
  start(destination: string, flight: () => Promise<void>): void;
  /** Whether one that has landed may be followed by another one at once. */
  readonly goOn: boolean;
  /** Waits for all that are under way, to destinations that begin like this; returns how many that were. */
  landed(beginning?: string): Promise<number>;
  /** Lets those that are under way land, and no other follow them. */
  close(): Promise<void>;
};

/** The fuller it gets, the less each of them may take: the last places are for those who have none. */
const share = 32;

export function createFlights({ most = 512 }: { readonly most?: number } = {}): Flights {
  const underWay = new Map<string, Set<Promise<void>>>();
  let count = 0;
  let isClosing = false;

  async function landed(beginning = ''): Promise<number> {
    const flights = [...underWay].flatMap(([destination, set]) =>
      destination.startsWith(beginning) ? [...set] : [],
    );
    await Promise.all(flights);
    return flights.length;
  }

  return {
    room(destination, mostOfIt) {
      if (isClosing) return 0;
      const free = most - count;
      const fair = Math.min(mostOfIt, Math.max(1, Math.floor(free / share)));
      return Math.max(0, Math.min(free, fair - (underWay.get(destination)?.size ?? 0)));
    },
    start(destination, flight) {
      const set = underWay.get(destination) ?? new Set();
      underWay.set(destination, set);
      count += 1;
      const done = flight().finally(() => {
        count -= 1;
        set.delete(done);
        if (set.size === 0) underWay.delete(destination);
      });
      set.add(done);
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
