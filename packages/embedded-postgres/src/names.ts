import { DatabaseError } from './database-error.ts';

/** The names that a program gives to its database. Each is a lower-case word of letters, digits and `_`. */
export type Names = {
  /** The program's name: in process titles, `application_name`, and folders outside of the data folder. */
  readonly program: string;
  /** The database that is made. */
  readonly database: string;
  /** The role that owns the database and its tables, and is no superuser. */
  readonly owner: string;
  /** The role that owns the cluster. */
  readonly superuser: string;
};

/** The names, for error messages, of the program's settings by which an operator chooses another PostgreSQL. */
export type SettingNames = {
  /** The setting that holds the address of a database server. */
  readonly server?: string;
  /** The setting that holds the folder of `postgres` and `initdb`. */
  readonly binaries?: string;
};

export type NameOptions = Pick<Names, 'program'> & Partial<Names>;

export function namesOf(options: NameOptions): Names {
  const { program, database = program, owner = program, superuser = 'postgres' } = options;
  const names = { program, database, owner, superuser };
  for (const [what, name] of Object.entries(names)) {
    if (/^[a-z][a-z0-9_]{0,39}$/.test(name)) continue;
    throw new DatabaseError(`${what} is not a name of at most 40 letters, digits and _: ${name}`);
  }
  if (owner === superuser || owner.startsWith('pg_') || superuser.startsWith('pg_')) {
    throw new DatabaseError('owner and superuser are two roles, whose names do not begin with pg_');
  }
  return names;
}
