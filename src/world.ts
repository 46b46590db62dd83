import type { Gather } from './base/gather.ts';
import type { Ids } from './base/ids.ts';
import type { Log } from './base/log.ts';
import type { Database } from './base/sql.ts';
import type { Carriers } from './carriers/carrier.ts';
import type { Mailboxes } from './clearing/mailbox.ts';
import type { Config } from './config.ts';
import type { Flights } from './outgoing/flights.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { Processor } from './processors/processor.ts';
import type { Vault } from './vault/vault.ts';

/**
 * Everything that a flow may touch, handed in as its first argument: there are no globals. Tests build
 * worlds with a standing clock, a dying database or a scripted bank; `build-world.ts` builds the real one.
 */
export type World = {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly randomBytes: (count: number) => Buffer;
  /** Time-ordered. */
  readonly uuid: () => string;
  readonly db: Database;
  readonly gather: Gather;
  readonly ids: Ids;
  readonly vault: Vault;
  /** By name, as payments remember it. */
  readonly processors: ReadonlyMap<string, Processor>;
  /** Where NACHA files go to the bank and come from it. */
  readonly mailboxes: Mailboxes;
  /** The way to addresses that others chose, and what is under way there. */
  readonly outgoing: Outgoing;
  readonly flights: Flights;
  /** Who takes texts and mail, for each environment. */
  readonly carriers: Carriers;
  /** What this process is answering just now: work that can wait leaves it the machine. */
  readonly requests: { underWay: number };
  /** Who leases jobs. */
  readonly workerName: string;
};
