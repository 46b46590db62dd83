import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { FileError, type Shell } from './command.ts';

/** Which service a person calls with which key, and whose business is meant where none is named. */
export type Profile = {
  readonly address?: string;
  readonly username?: string;
  readonly key?: string;
  readonly business?: string;
};
export type Profiles = {
  /** The one that counts where --profile names none. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
};

type Home = Pick<Shell, 'env'>;

/** Below the home folder of the user, for that user alone: it holds keys. */
function profilesFile({ env }: Home): string {
  return join(env.HOME || homedir(), '.config/quittance/profiles.json');
}

export async function readProfiles(home: Home): Promise<Profiles> {
  const file = profilesFile(home);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { current: 'default', profiles: {} };
  try {
    const { current, profiles } = JSON.parse(text);
    if (typeof current === 'string' && typeof profiles === 'object') return { current, profiles };
  } catch {
    // The same as a file of another form: named below.
  }
  throw new FileError(`${file} is damaged: correct it, or remove it and run quittance profile set`);
}

export async function writeProfiles(home: Home, profiles: Profiles): Promise<string> {
  const file = profilesFile(home);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return file;
}
