import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readPostmasterFile } from '../../src/database/postmaster-file.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');
const sabotaged = join(import.meta.dirname, 'sabotaged-process.ts');

/** Where an installation of this campaign lives, and what its processes are told. */
export type Installation = {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Instead of the real build. */
  readonly sabotage: string | undefined;
};

export function installationIn(folder: string, sabotage?: string): Installation {
  const env = {
    ...(process.env as Record<string, string>),
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    QUITTANCE_DATA: join(folder, 'data'),
    QUITTANCE_KEYS: join(folder, 'keys.json'),
    PROCESSOR_TIMEOUT_MS: '400',
    RESOLVE_AFTER_SECONDS: '6',
    SIMULATOR_LATE_WINDOW_SECONDS: '3',
    WORKER_POLL_MS: '50',
    LOG_LEVEL: 'error',
    BAD_CREDENTIALS_PER_MINUTE: '1000000',
    DATABASE_CONNECTIONS: '8',
  };
  return { folder, env, sabotage };
}

/** The database's first process, when it is certain that it is ours; false: there was none to kill. */
export async function killPostmaster({ env }: Installation): Promise<boolean> {
  const cluster = join(env.QUITTANCE_DATA!, 'postgres/cluster');
  const file = await readPostmasterFile(cluster);
  if (!file) return false;
  // The file outlives the server, and numbers come again: who works in our folder is our server.
  const place = await readlink(`/proc/${file.pid}/cwd`).catch(() => undefined);
  if (place !== cluster) return false;
  process.kill(file.pid, 'SIGKILL');
  return true;
}

export async function credentialsOf({ env }: Installation): Promise<Credentials> {
  return JSON.parse(await readFile(join(env.QUITTANCE_DATA!, 'first-start.json'), 'utf8'));
}

export type Credentials = { readonly username: string; readonly apiKey: string };

export function logOf({ folder }: Installation): string {
  return join(folder, 'service.log');
}

export function launch(installation: Installation, role: string, port: number): ChildProcess {
  const { env, sabotage } = installation;
  const [command, ...args] = sabotage
    ? [process.execPath, sabotaged, role, sabotage]
    : [quittance, role];
  const log = openSync(logOf(installation), 'a');
  const child = spawn(command!, args, {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  return child;
}
