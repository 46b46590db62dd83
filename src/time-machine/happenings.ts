import { scrub } from '../kernel/scrub.ts';
import type { World } from '../world.ts';
import { failedJobs, newCases, newEvents, newMoves } from './happenings-store.ts';

/** One thing that happened on the way, for a person to read. */
export type Happening = {
  readonly at: Date;
  /** The name of the event; `job.failed` and the like if something went wrong. */
  readonly kind: string;
  /** Its object, such as `payment 17`. */
  readonly object: string | undefined;
  readonly says: string | undefined;
};

export type Witness = {
  /** The world with a listener: an error in its log was a failure on the way. */
  watching(world: World): World;
  fault(at: Date, kind: string, says: string): void;
  /** Takes down whatever is new. */
  look(at: Date): Promise<void>;
  inOrder(): readonly Happening[];
};

/** Records what happens to one business from now on, whichever process does it. */
export async function witness({ db }: Pick<World, 'db'>, businessId: bigint): Promise<Witness> {
  const events = await newEvents(db, businessId);
  const moves = await newMoves(db, businessId);
  const cases = await newCases(db, businessId);
  const failures = await failedJobs(db, businessId);
  const happened: Happening[] = [];
  const faults = new Set<string>();

  /** The same fault once, however often it comes back. */
  function fault(at: Date, kind: string, says: string, object?: string): void {
    const name = `${kind} ${object ?? ''} ${says}`;
    if (faults.has(name)) return;
    faults.add(name);
    happened.push({ at, kind, object, says: scrub(says) });
  }

  return {
    watching: (world) => ({ ...world, log: { ...world.log, error: heard(world, fault) } }),
    fault,
    async look(at) {
      for (const found of await failures()) {
        fault(at, 'job.failed', found.says, found.object);
      }
      happened.push(...(await events()), ...(await moves()), ...(await cases()));
    },
    inOrder: () => happened.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  };
}

type Fault = (at: Date, kind: string, says: string, object?: string) => void;

/** Faults that are read from tables, whichever process had them. */
const readElsewhere: readonly string[] = ['job.failed', 'case.opened'];

function heard({ log, now }: World, fault: Fault): World['log']['error'] {
  return (event, facts = {}) => {
    log.error(event, facts);
    if (readElsewhere.includes(event)) return;
    const { error, paymentId, reference, reason } = facts;
    const says = error instanceof Error ? error.message : String(reason ?? reference ?? '');
    fault(now(), event, says, paymentId === undefined ? undefined : `payment ${paymentId}`);
  };
}
