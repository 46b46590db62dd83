import { dayMs } from '../kernel/duration.ts';
import { bool, jsonOf, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type NewRowOf, type RowOf, shape, table } from '../runtime/table.ts';
import { version } from '../runtime/version.ts';
import type { World } from '../world.ts';

/* The processes of the service on all hosts. Scope: reference. */

/** An account at a gateway that is left alone after failures. */
type OpenCircuit = {
  readonly business_id: string;
  readonly name: string;
  readonly since: string;
};

const processes = table('processes', {
  /** Host and process id. */
  name: text,
  version: text,
  serves: bool,
  works: bool,
  /** Its address, if it serves. */
  address: optional(text),
  startedAt: timestamptz,
  seenAt: timestamptz,
  openCircuits: jsonOf<readonly OpenCircuit[]>(),
});
type RunningProcess = RowOf<typeof processes>;

/** How often a process renews its row. */
export const renewMs = 30_000;

/** Without a new sign for so long, a process is taken to be dead. */
const silentMs = 3 * renewMs;
const forgottenMs = dayMs;

/** The latest `seenAt` of a process that is alive. */
export function aliveSince(now: Date): Date {
  return new Date(now.getTime() - silentMs);
}

/**
 * The row of this process, which shows all hosts that it runs: to be renewed every `renewMs`, and removed at its end.
 * No process stops because its row cannot be written: while the database is away nobody could read it.
 */
export function rowOfProcess(
  { db, now, log, site, telemetry, workerName: name }: World,
  { serves, works }: { readonly serves: boolean; readonly works: boolean },
) {
  const own = { name, version, serves, works, startedAt: now() };
  const openCircuits = circuitsOf(telemetry, now);
  let isWritten = true;
  let newest = Promise.resolve();
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      isWritten = true;
    } catch (error) {
      if (isWritten) log.warn('process.not_recorded', { error });
      isWritten = false;
    }
  };
  // One after the other: a late renewal must not bring the row back after its end.
  const inTurn = (work: () => Promise<unknown>) => {
    newest = newest.then(() => attempt(work));
    return newest;
  };
  return {
    renew: () =>
      inTurn(() => {
        const address = serves ? site.address : undefined;
        return writeProcess(db, {
          ...own,
          address,
          seenAt: now(),
          openCircuits: JSON.stringify(openCircuits()),
        });
      }),
    remove: () => inTurn(() => db.query('delete from processes where name = $1', [name])),
  };
}

/** The circuit breakers that are open, each with the moment at which that was seen first. */
function circuitsOf(
  { circuits }: World['telemetry'],
  now: World['now'],
): () => readonly OpenCircuit[] {
  let known: ReadonlyMap<string, OpenCircuit> = new Map();
  return () => {
    const since = now().toISOString();
    const found = circuits.open().map(({ businessId, name }) => {
      const account = `${businessId}/${name}`;
      const before = known.get(account);
      return [account, before ?? { business_id: String(businessId), name, since }] as const;
    });
    known = new Map(found);
    return [...known.values()];
  };
}

/** Writes or renews the row of a process, and deletes rows of processes that died long ago. */
async function writeProcess(sql: Sql, one: NewRowOf<typeof processes>): Promise<void> {
  await processes.insert(
    sql,
    [one],
    `on conflict (name) do update set version = excluded.version, serves = excluded.serves,
       works = excluded.works, address = excluded.address, started_at = excluded.started_at,
       seen_at = excluded.seen_at, open_circuits = excluded.open_circuits`,
  );
  const forgotten = new Date(one.seenAt.getTime() - forgottenMs);
  await sql.query('delete from processes where seen_at < $1', [forgotten]);
}

const older = processes.pick('name', 'version');
const known = shape({ isKnown: bool });

/**
 * Processes that are alive, on a database that an older program has left: it has no later column, and before migration
 * 0065 no such table.
 */
export async function processesBefore(sql: Sql, now: Date): Promise<RowOf<typeof older>[]> {
  const { isKnown } = await known.readRow(
    sql,
    `select to_regclass('processes') is not null as "isKnown"`,
  );
  if (!isKnown) return [];
  return await older.read(
    sql,
    `select ${older.columns} from processes where seen_at > $1 order by name`,
    [aliveSince(now)],
  );
}

/** Processes that are alive, the one that started last first. */
export async function runningProcesses(sql: Sql, now: Date): Promise<RunningProcess[]> {
  return await processes.read(
    sql,
    `select ${processes.columns} from processes where seen_at > $1 order by started_at desc, name`,
    [aliveSince(now)],
  );
}
