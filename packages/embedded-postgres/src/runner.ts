import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DatabaseError } from './database-error.ts';

/** The user PostgreSQL runs as. */
export type Runner = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. For root this is an unprivileged user, otherwise `undefined`: it runs as the
 * present user.
 */
export async function chooseRunner(folder: string, cluster: string): Promise<Runner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = (await ownerOf(cluster)) ?? (await namedOwnerOf(folder));
  if (owner) return owner;
  for (const name of ['postgres', 'nobody']) {
    const known = await lookUp(name);
    if (known && known.uid !== 0) return known;
  }
  throw new DatabaseError(
    'PostgreSQL refuses to run as root, and there is neither a user postgres nor a user nobody: ' +
      `create one, or give the folder ${folder} to the user it shall run as`,
  );
}

async function ownerOf(path: string): Promise<Runner | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** initdb asks for the name of its user, so the user that makes a cluster must have one. */
async function namedOwnerOf(path: string): Promise<Runner | undefined> {
  const owner = await ownerOf(path);
  return owner && (await lookUp(String(owner.uid))) ? owner : undefined;
}

async function lookUp(nameOrId: string): Promise<Runner | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const line of passwd.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === nameOrId || uid === nameOrId) return { uid: Number(uid), gid: Number(gid) };
  }
  // Users of a directory service are not in the file.
  const run = promisify(execFile);
  try {
    const uid = await run('id', ['-u', nameOrId]);
    const gid = await run('id', ['-g', nameOrId]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}
