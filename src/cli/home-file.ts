import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Shell } from './command.ts';

export type Home = Pick<Shell, 'env'>;

/** Below the home folder of the user, for that user alone: it holds secrets. */
export function homeFile({ env }: Home, name: string): string {
  return join(env.HOME || homedir(), '.config/quittance', name);
}

/** Undefined: there is none. Throws a SyntaxError where it is no JSON. */
export async function readHomeFile(home: Home, name: string): Promise<unknown> {
  const text = await readFile(homeFile(home, name), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  return text === undefined ? undefined : JSON.parse(text);
}

export async function writeHomeFile(home: Home, name: string, contents: object): Promise<string> {
  const file = homeFile(home, name);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(contents, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return file;
}
