import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { type Home, readHomeFile, writeHomeFile } from './home-file.ts';

/** The session at the command line; the token opens what the session may. */
export type StoredSession = { readonly email: string; readonly token: string };

/** One for each installation that this user of the machine works on. */
type Stored = Readonly<Record<string, StoredSession>>;

const fileName = 'sessions.json';

/**
 * The name of the installation: its data folder, or a hash of the database's address. The address may hold a password
 * in many places; the part where passwords usually stand is not even hashed.
 */
function installationOf({ databaseUrl, dataFolder }: Config): string {
  if (databaseUrl === '') return resolve(dataFolder);
  return hash('sha256', databaseUrl.replace(/\/\/[^/]*@/, '//'));
}

export async function readSession(home: Home, config: Config): Promise<StoredSession | undefined> {
  const { email, token } = (await readAll(home))[installationOf(config)] ?? {};
  if (typeof email !== 'string' || typeof token !== 'string') return undefined;
  return { email, token };
}

/** Undefined: no person is signed in any more. */
export async function writeSession(
  home: Home,
  config: Config,
  session: StoredSession | undefined,
): Promise<void> {
  const { [installationOf(config)]: _, ...others } = await readAll(home);
  const own = session && { [installationOf(config)]: session };
  await writeHomeFile(home, fileName, { ...others, ...own });
}

/** A damaged file counts as empty: signing in writes it anew. */
async function readAll(home: Home): Promise<Stored> {
  try {
    const found = await readHomeFile(home, fileName);
    return typeof found === 'object' && found !== null ? (found as Stored) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
