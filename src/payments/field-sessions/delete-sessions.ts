import { dayMs } from '../../kernel/duration.ts';
import { hashOf } from '../../parties/businesses/page-address.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { World } from '../../world.ts';
import { fieldSessions, pageOf } from './field-session.ts';

const keptMs = 30 * dayMs;
const atOnce = 1000;

const names = fieldSessions.pick('businessId', 'id');

/** Deletes sessions of long ago and their addresses, until no business has any. Scope: all. */
export async function deleteOldFieldSessions({ db, vault, now }: World): Promise<void> {
  const last = new Date(now().getTime() - keptMs);
  const old = { table: 'field_sessions', dueAt: 'created_at' };
  for (;;) {
    const businesses = await readBusinessesDue(db, old, last);
    if (businesses.length === 0) return;
    await someAtOnce(businesses, async ({ id }) => {
      const sessions = await names.read(
        db,
        `select ${names.columns} from field_sessions where business_id = $1 and created_at <= $2
         order by created_at limit ${atOnce}`,
        [id, last],
      );
      const hashes = sessions.map((session) => hashOf(vault, pageOf(session)));
      // The addresses first: after a crash in between, the sessions are found again.
      await db.query('delete from page_addresses where token_hash = any($1::bytea[])', [hashes]);
      await db.query(
        'delete from field_sessions where business_id = $1 and id = any($2::bigint[])',
        [id, sessions.map((session) => session.id)],
      );
      return 1;
    });
  }
}
