import type { Sql } from '../base/sql.ts';
import { openQuestion } from '../questions/question.ts';
import type { World } from '../world.ts';
import type { ClearingFile } from './file.ts';
import { insertFile, readFileByName } from './file-store.ts';
import type { Inbox } from './inbox.ts';
import { bankDay } from './open-window.ts';

type Came = Pick<ClearingFile, 'name' | 'entryCount' | 'debitCents' | 'creditCents'> & {
  readonly sha256: Buffer;
  readonly fileOn: Temporal.PlainDate | undefined;
};

/**
 * The row of a file that came: the one that is there, or a new one. Other bytes under a name that was there
 * before are a file of their own, under a name of their own, and somebody is asked why.
 */
export async function recordArrival(
  world: World,
  from: Pick<Inbox, 'scope' | 'environment'>,
  came: Came,
): Promise<ClearingFile> {
  const name = came.name.slice(0, longestName);
  const first = await recordAs(world, from, { ...came, name });
  if (first.sha256?.equals(came.sha256)) return first;
  const mark = came.sha256.toString('hex').slice(0, 12);
  const other = `${name.slice(0, longestName - mark.length - 1)}~${mark}`;
  const second = await recordAs(world, from, { ...came, name: other });
  if (second.state !== 'delivered') return second;
  const { scope: businessId, id } = second;
  const why = 'a file of this name came before, with other contents; this one is booked as well';
  const evidence = { why, name, kept: other, firstFileId: String(first.id) };
  const object = { kind: 'ach_file', id } as const;
  await openQuestion(world, { businessId, kind: 'ach_file', object, evidence });
  return second;
}

const longestName = 100;

async function recordAs(
  world: World,
  { scope, environment }: Pick<Inbox, 'scope' | 'environment'>,
  came: Came,
): Promise<ClearingFile> {
  const key = { scope, environment, direction: 'in', name: came.name } as const;
  const there = await readFileByName(world.db, key);
  if (there) return there;
  const at = world.now();
  const file: ClearingFile = {
    ...key,
    ...came,
    id: await world.ids.next(scope),
    // It lies with us; what it says is not booked yet.
    state: 'delivered',
    fileOn: came.fileOn ?? bankDay(at),
    number: 0,
    isSameDay: false,
    faults: [],
    cutoffAt: at,
    resolveAt: undefined,
    createdAt: at,
    deliveredAt: at,
  };
  await insertFile(world.db, file);
  // Another worker may have been quicker; then theirs is the row.
  return (await readFileByName(world.db, key)) ?? file;
}

/** The name of a file with the same bytes that was read already, under another name. */
export async function sameReadBefore(
  sql: Sql,
  { scope, id, environment, sha256 }: ClearingFile,
): Promise<string | undefined> {
  const rows = await sql.query<{ name: string }>(
    `select name from ach_files
     where business_id = $1 and direction = 'in' and environment = $2 and sha256 = $3 and id <> $4
       and state = 'read'
     limit 1`,
    [scope, environment, sha256, id],
  );
  return rows[0]?.name;
}

export type ReadEnd = { readonly state: 'read' | 'rejected'; readonly faults: readonly string[] };

/** False: another worker ended it. */
export async function endReading(
  sql: Sql,
  { scope, id }: ClearingFile,
  { state, faults }: ReadEnd,
): Promise<boolean> {
  const rows = await sql.query(
    `update ach_files set state = $3, faults = $4::text[], resolve_at = null
     where business_id = $1 and id = $2 and state = 'delivered' returning id`,
    [scope, id, state, faults],
  );
  return rows.length === 1;
}
