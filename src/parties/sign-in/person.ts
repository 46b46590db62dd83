import { hash } from 'node:crypto';
import { bool, bytea, int8, optional, text, timestamptz, uuid } from '../../runtime/column.ts';
import type { Flush } from '../../runtime/gather.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import { type User, users } from '../users/user.ts';

/** A human being who signs in. One may be a user of several businesses. */
export const people = table('people', {
  /** Derived from the mail address. */
  id: uuid,
  /** In lower case. */
  email: text,
  /** The business under whose key the seed of its codes is sealed. */
  homeId: int8,
  salt: optional(bytea),
  passwordHash: optional(bytea),
  /** True once a code of its app was confirmed. */
  secondFactor: bool,
  /** The time step of the last code: no code is good twice. */
  lastCodeStep: int8,
  /** Hashes of the recovery codes that are left, with blanks between them. */
  recoveryHashes: text,
  /** True while a passkey is its own. */
  hasPasskey: bool,
  /** False while only a link that its inviter saw proves the mail address. */
  mailProved: bool,
  createdAt: timestamptz,
  updatedAt: timestamptz,
});
export type Person = RowOf<typeof people>;

/** True if a password alone opens nothing. */
export function hasSecondFactor({ secondFactor, hasPasskey }: Person): boolean {
  return secondFactor || hasPasskey;
}

/** The users that a person is, in each business. */
export const memberships = table('memberships', {
  personId: uuid,
  businessId: int8,
  userId: int8,
});

/** One mail address is one person. The bits say that it is a UUID of a form of our own. */
export function personIdOf(email: string): string {
  const digits = hash('sha256', `person ${email.toLowerCase()}`, 'hex').slice(0, 32);
  const written = `${digits.slice(0, 12)}8${digits.slice(13, 16)}8${digits.slice(17)}`;
  return written.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Scope: lookup. */
export async function readPersonByEmail(sql: Sql, email: string): Promise<Person | undefined> {
  const [person] = await readPeople(sql, [personIdOf(email)]);
  return person;
}

/** A person as it is now, and stays until the transaction ends. Scope: lookup. */
export async function lockPerson(tx: Sql, id: string): Promise<Person | undefined> {
  return await people.readOne(tx, `select ${people.columns} from people where id = $1 for update`, [
    id,
  ]);
}

/** True if a person still signs in as it did a moment ago. */
export function signsInAs(now: Person | undefined, before: Person): boolean {
  const hashOf = ({ passwordHash }: Person) => passwordHash?.toString('hex');
  return (
    now !== undefined &&
    hashOf(now) === hashOf(before) &&
    now.secondFactor === before.secondFactor &&
    now.hasPasskey === before.hasPasskey
  );
}

/** Scope: lookup. */
export const readPeople: Flush<string, Person | undefined> = async (sql, ids) => {
  const found = await people.read(
    sql,
    `select ${people.columns} from people where id = any($1::uuid[])`,
    [ids],
  );
  const byId = new Map(found.map((person) => [person.id, person]));
  return ids.map((id) => byId.get(id));
};

/** A person of this mail address, made if there is none. Scope: lookup. */
export async function personOf(sql: Sql, fresh: Person): Promise<Person> {
  await people.insert(sql, [fresh], 'on conflict do nothing');
  const [person] = await readPeople(sql, [fresh.id]);
  return person!;
}

/** Scope: lookup. */
export async function writePassword(
  sql: Sql,
  id: string,
  { salt, passwordHash }: { readonly salt: Buffer; readonly passwordHash: Buffer },
  at: Date,
): Promise<void> {
  await sql.query(
    'update people set salt = $2, password_hash = $3, updated_at = $4 where id = $1',
    [id, salt, passwordHash, at],
  );
}

/** The mail address is proved, and with it goes the password that was chosen before. Scope: lookup. */
export async function writeProvedMail(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(
    `update people set mail_proved = true, salt = null, password_hash = null, second_factor = false,
       recovery_hashes = '', updated_at = $2
     where id = $1`,
    [id, at],
  );
}

/** False if a code of this step or of a later one was used already. Scope: lookup. */
export async function takeStep(sql: Sql, id: string, step: bigint): Promise<boolean> {
  const taken = await sql.query(
    'update people set last_code_step = $2 where id = $1 and last_code_step < $2 returning 1',
    [id, step],
  );
  return taken.length > 0;
}

/** False if another browser used one meanwhile. Scope: lookup. */
export async function takeRecovery(
  sql: Sql,
  { id, recoveryHashes }: Person,
  left: string,
): Promise<boolean> {
  const taken = await sql.query(
    'update people set recovery_hashes = $3 where id = $1 and recovery_hashes = $2 returning 1',
    [id, recoveryHashes, left],
  );
  return taken.length > 0;
}

/** Scope: lookup. */
export async function writeSecondFactor(
  sql: Sql,
  id: string,
  { step, recoveryHashes, at }: { step: bigint; recoveryHashes: string; at: Date },
): Promise<void> {
  await sql.query(
    `update people set second_factor = true, last_code_step = $2, recovery_hashes = $3, updated_at = $4
     where id = $1`,
    [id, step, recoveryHashes, at],
  );
}

/** Recovery codes go with the last second factor. Scope: lookup. */
export async function writeNoSecondFactor(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query(
    `update people set second_factor = false, updated_at = $2,
       recovery_hashes = case when has_passkey then recovery_hashes else '' end where id = $1`,
    [id, at],
  );
}

/** Scope: lookup. */
export async function writeRecovery(
  sql: Sql,
  id: string,
  recoveryHashes: string,
  at: Date,
): Promise<void> {
  await sql.query('update people set recovery_hashes = $2, updated_at = $3 where id = $1', [
    id,
    recoveryHashes,
    at,
  ]);
}

/** The businesses that a person works for. Scope: lookup. */
export const readMemberships: Flush<
  string,
  readonly { readonly businessId: bigint; readonly userId: bigint }[]
> = async (sql, personIds) => {
  const found = await memberships.read(
    sql,
    `select ${memberships.columns} from memberships where person_id = any($1::uuid[])
     order by person_id, business_id`,
    [personIds],
  );
  const byPerson = Map.groupBy(found, ({ personId }) => personId);
  return personIds.map((id) => byPerson.get(id) ?? []);
};

type UserName = { readonly businessId: bigint; readonly userId: bigint };

/** Undefined: there is no such user, or it may not sign in any more. */
export const readActiveUsers: Flush<UserName, User | undefined> = async (sql, names) => {
  const found = await users.read(
    sql,
    `select ${users.of('u')} from users u
     join unnest($1::int8[], $2::int8[]) as r(business_id, user_id)
       on u.business_id = r.business_id and u.id = r.user_id
     where u.state = 'active'`,
    [names.map(({ businessId }) => businessId), names.map(({ userId }) => userId)],
  );
  const byName = new Map(found.map((user) => [`${user.businessId} ${user.id}`, user]));
  return names.map(({ businessId, userId }) => byName.get(`${businessId} ${userId}`));
};
