import { dayMs } from '../../kernel/duration.ts';
import {
  hashOf,
  makeWithPage,
  type PageName,
  pageAddress,
} from '../../parties/businesses/page-address.ts';
import type { Vault } from '../../ports/vault/vault.ts';
import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

export const fieldKinds = ['card', 'bank'] as const;

/** Lets hosted fields in a foreign page make one token. */
export const fieldSessions = table('field_sessions', {
  businessId: int8,
  id: int8,
  kind: oneOf(fieldKinds),
  /** Origins of the pages that may show the fields, separated by blanks. */
  origins: text,
  /** The customer that will own the token; undefined: a new customer. */
  customerId: optional(int8),
  createdAt: timestamptz,
  expiresAt: timestamptz,
  /** The token, once it is made. */
  token: optional(text),
});
export type FieldSession = RowOf<typeof fieldSessions>;
type Key = Pick<FieldSession, 'businessId' | 'id'>;

export const sessionStatuses = ['open', 'complete', 'expired'] as const;

export function statusOf(
  { token, expiresAt }: Pick<FieldSession, 'token' | 'expiresAt'>,
  now: Date,
): (typeof sessionStatuses)[number] {
  if (token !== undefined) return 'complete';
  return expiresAt > now ? 'open' : 'expired';
}

export function originsOf({ origins }: Pick<FieldSession, 'origins'>): string[] {
  return origins.split(' ');
}

function pageOf({ businessId, id }: Key): PageName {
  return { businessId, kind: 'field_session', objectId: id };
}

/** The secret that a page needs to show the fields: the last part of their address. */
export function clientSecret(vault: Pick<Vault, 'stream'>, session: Key): string {
  return pageAddress({ vault, site: { address: '' } }, pageOf(session))
    .split('/')
    .at(-1)!;
}

export async function readFieldSession(
  sql: Sql,
  { businessId, id }: Key,
): Promise<FieldSession | undefined> {
  return await fieldSessions.readOne(
    sql,
    `select ${fieldSessions.columns} from field_sessions where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

/** The token of a session is made under its name, which is unique: a second one is never made. */
export async function storeToken(sql: Sql, { businessId, id }: Key, token: string): Promise<void> {
  await sql.query(
    'update field_sessions set token = $3 where business_id = $1 and id = $2 and token is null',
    [businessId, id, token],
  );
}

const lastsMs = 30 * 60_000;

export type SessionRequest = Pick<FieldSession, 'businessId' | 'kind' | 'customerId'> & {
  readonly origins: readonly string[];
};

export async function makeFieldSession(
  world: World,
  { origins, ...wanted }: SessionRequest,
): Promise<FieldSession> {
  const createdAt = world.now();
  const session: FieldSession = {
    ...wanted,
    id: await world.ids.next(wanted.businessId),
    origins: origins.join(' '),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lastsMs),
    token: undefined,
  };
  await makeWithPage(world, pageOf(session), async () => {
    await fieldSessions.insert(world.db, [session]);
    return session;
  });
  return session;
}

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
