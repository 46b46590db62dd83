import { Refusal } from '../../kernel/refusal.ts';
import type { Database, Sql } from '../../runtime/sql.ts';
import { lockPerson, type Person } from './person.ts';

/** A session, and the person who began it. */
export type Held = { readonly id: string; readonly personId: string };

/**
 * Changes a person's sign-in, as long as the requesting session is open. A reset of the password, or the first proof of
 * the mail address, ends sessions under the same lock: a change that they began before then has no effect. `current` is the
 * locked person.
 */
export async function whileOpen<T>(
  db: Database,
  { id, personId }: Held,
  work: (tx: Sql, current: Person) => Promise<T>,
): Promise<T> {
  return await db.begin(async (tx) => {
    const current = await lockPerson(tx, personId);
    const open = await tx.query('select 1 from sessions where id = $1 and ended_at is null', [id]);
    if (!current || open.length === 0) throw new Refusal('not_authenticated');
    return await work(tx, current);
  });
}
