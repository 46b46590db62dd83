import { dayMs } from '../../../kernel/duration.ts';
import { recordAct } from '../../../records/audit-log.ts';
import { int8, json, jsonOf, oneOf, text, timestamptz } from '../../../runtime/column.ts';
import type { Database, Sql } from '../../../runtime/sql.ts';
import { type RowOf, table } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import { unsuspected, type Watched } from './judge.ts';
import { type Suspect, suspectKinds } from './suspect.ts';

/** Suspects of whom a card was refused lately. Scope: all businesses, since a network tries cards at any. */
const suspects = table('card_testing_suspects', {
  name: text,
  businessId: int8,
  kind: oneOf(suspectKinds),
  objectId: int8,
  watched: jsonOf<Watched>(json),
  /** The end of the levels; the time of the last change if there are none. */
  raisedUntil: timestamptz,
  changedAt: timestamptz,
});
export type SuspectRow = RowOf<typeof suspects>;

const changes = suspects.pick('name', 'watched', 'raisedUntil', 'changedAt');
const changed = changes.set();

export async function readSuspects(sql: Sql, names: readonly string[]): Promise<SuspectRow[]> {
  return await suspects.read(
    sql,
    `select ${suspects.columns} from card_testing_suspects where name = any ($1::text[])`,
    [names],
  );
}

/** The new state of a suspect, and the time until which a level applies. */
export type Change = { readonly watched: Watched; readonly raisedUntil: Date };

/** Changes suspects one after the other, whichever process asks. Lock order: by name. */
export async function changeSuspects(
  db: Database,
  those: readonly Suspect[],
  at: Date,
  judge: (suspect: Suspect, before: Watched) => Change,
): Promise<void> {
  const inOrder = those.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const nothing = JSON.stringify(unsuspected);
  const rows = inOrder.map((one) => ({
    ...one,
    watched: nothing,
    raisedUntil: at,
    changedAt: at,
  }));
  await db.begin(async (tx) => {
    await suspects.insert(tx, rows, 'on conflict (name) do nothing');
    const found = await suspects.read(
      tx,
      `select ${suspects.columns} from card_testing_suspects where name = any ($1::text[])
       order by name for update`,
      [inOrder.map(({ name }) => name)],
    );
    const judged = found.map((one) => {
      const { watched, raisedUntil } = judge(one, one.watched);
      return { name: one.name, watched: JSON.stringify(watched), raisedUntil, changedAt: at };
    });
    await tx.query(
      `update card_testing_suspects s set ${changes.changesFrom('r')} from ${changed.sql}
       where s.name = r.name`,
      changed.encode(judged),
    );
  });
}

/** Suspects with a level that still applies, the most recent first. */
export async function listSuspects(sql: Sql, now: Date): Promise<SuspectRow[]> {
  return await suspects.read(
    sql,
    `select ${suspects.columns} from card_testing_suspects where raised_until > $1
     order by changed_at desc, name`,
    [now],
  );
}

async function deleteSuspect(tx: Sql, name: string): Promise<void> {
  await tx.query('delete from card_testing_suspects where name = $1', [name]);
}

/** Long enough that a second stop within a month is known as one. */
const keptMs = 31 * dayMs;

export async function deleteOldSuspects(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from card_testing_suspects where changed_at < $1 and raised_until < $2', [
    new Date(now.getTime() - keptMs),
    now,
  ]);
}

/**
 * A person ends the levels of a suspect: its scores begin at zero. Other processes see that at its next try. Undefined
 * if the suspect is unknown. The act is written first: a release must not be without a record, and the table of
 * suspects may lie on another server than the audit log.
 */
export async function releaseSuspect(
  world: World,
  name: string,
  { actor, note }: { readonly actor: string; readonly note: string },
): Promise<SuspectRow | undefined> {
  const [found] = await readSuspects(world.db, [name]);
  if (!found) return undefined;
  const { businessId, watched } = found;
  const act = {
    businessId,
    actor,
    act: 'risk.released',
    object: `suspect:${name}`,
    facts: { note, raised: watched.raised },
    at: world.now(),
  };
  await world.db.begin(async (tx) => await recordAct(tx, act));
  await deleteSuspect(world.db, name);
  return found;
}
