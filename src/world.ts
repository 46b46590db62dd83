import type { Config } from './config.ts';
import type { Log } from './kernel/log.ts';
import type { ReceiptFiles } from './notify/mail/receipt-files.ts';
import type { ChargeMemory } from './payments/charge-memory.ts';
import type { Carriers } from './ports/carriers/carrier.ts';
import type { Mailboxes } from './ports/mailboxes/mailbox.ts';
import type { Gateways } from './ports/processors/gateways.ts';
import type { Processor } from './ports/processors/processor.ts';
import type { Vault } from './ports/vault/vault.ts';
import type { Gather } from './runtime/gather.ts';
import type { Flights } from './runtime/http-out/flights.ts';
import type { Outgoing } from './runtime/http-out/outgoing.ts';
import type { Ids } from './runtime/ids.ts';
import type { LiveEvents } from './runtime/live-events.ts';
import type { Database } from './runtime/sql.ts';
import type { Telemetry } from './runtime/telemetry.ts';

/**
 * Everything that a flow may touch, handed in as its first argument: there are no globals. Tests build
 * worlds with a standing clock, a dying database or a scripted bank; `build-world.ts` builds the real one.
 */
export type World = {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => Date;
  /** Since when what is read from a socket now may have waited there: a process that was paused finds it late. */
  readonly unreadSince: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly randomBytes: (count: number) => Buffer;
  /** Time-ordered. */
  readonly uuid: () => string;
  readonly db: Database;
  /** True for an error by which the database was away: whether its last statement was carried out is unknown. */
  readonly isAway: (error: unknown) => boolean;
  readonly gather: Gather;
  readonly ids: Ids;
  readonly vault: Vault;
  /** Processors that belong to no business, by the name that payments store. */
  readonly processors: ReadonlyMap<string, Processor>;
  /** The gateways at which businesses have accounts of their own. */
  readonly gateways: Gateways;
  /** The mailboxes that exchange NACHA files with the bank. */
  readonly mailboxes: Mailboxes;
  /** The way to addresses that others chose, and the calls under way there. */
  readonly outgoing: Outgoing;
  readonly flights: Flights;
  /** The carriers of texts and mail, for each environment. */
  readonly carriers: Carriers;
  /** Receipts as PDF. */
  readonly receipts: ReceiptFiles;
  readonly charges: ChargeMemory;
  /** The number of requests that this process answers now: work that can wait leaves them the machine. */
  readonly requests: { underWay: number };
  readonly telemetry: Telemetry;
  /** Events as they happen, for those who listen. */
  readonly live: LiveEvents;
  /**
   * The address at which callers and payers reach the service, without a slash at its end. A process that listens
   * writes it once it has its port; the others take it from the file of one that runs.
   */
  readonly site: { address: string };
  /** The name under which this process leases jobs. */
  readonly workerName: string;
};
