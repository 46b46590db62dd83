import { bankDay } from '../../kernel/ach-windows.ts';
import { openCase } from '../../records/case-store.ts';
import type { World } from '../../world.ts';
import type { ClearingFile } from './file.ts';
import { insertFile, readFileByName } from './file-store.ts';
import type { Inbox } from './inbox.ts';

type Came = Pick<ClearingFile, 'name' | 'entryCount' | 'debitCents' | 'creditCents'> & {
  readonly sha256: Buffer;
  readonly fileOn: Temporal.PlainDate | undefined;
};

/**
 * The row of a file that came in: the one that is there, or a new one. Other bytes under a known name are a file of
 * their own, under a name of their own, and a case is opened.
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
  await openCase(world, { businessId, kind: 'ach_file', object, evidence });
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
    // It arrived; its entries are not booked yet.
    state: 'delivered',
    fileOn: (came.fileOn ?? bankDay(at)).toString(),
    number: 0,
    isSameDay: false,
    faults: [],
    cutoffAt: at,
    resolveAt: undefined,
    round: 1,
    createdAt: at,
    putAt: undefined,
    deliveredAt: at,
  };
  await insertFile(world.db, file);
  // Another worker may have inserted it first.
  return (await readFileByName(world.db, key)) ?? file;
}
