import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readPostmasterFile } from '#embedded-postgres';
import type { Order } from './ordered-death.ts';

export const quittance = join(import.meta.dirname, '../../bin/quittance');
const killable = join(import.meta.dirname, 'killable-process.ts');

/** Where an installation of this campaign lives, and what its processes are told. */
export type Installation = {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** The bank's book: that of the bank in the process, or of the one that is a process of its own. */
  readonly book: string;
  /** One line for every death at a named point. */
  readonly deaths: string;
  readonly bankPort: number | undefined;
  readonly lateWindowSeconds: number;
};

export type Build = {
  /** Instead of the real build. */
  readonly sabotage?: string | undefined;
  /** Where the bank listens, when it is a process of its own. */
  readonly bankPort?: number | undefined;
  /** Whether the bank is waited for: where it loses nothing, a slow machine must not look like one that does. */
  readonly isPatient?: boolean;
};

export function installationIn(
  folder: string,
  { sabotage, bankPort, isPatient = false }: Build = {},
): Installation {
  const data = join(folder, 'data');
  const deaths = join(folder, 'deaths.txt');
  const lateWindowSeconds = 3;
  const { DATABASE_URL: _, ...ownEnv } = process.env as Record<string, string>;
  const env = {
    ...ownEnv,
    HOST: '127.0.0.1',
    QUITTANCE_DATA: data,
    QUITTANCE_KEYS: join(folder, 'keys.json'),
    PROCESSOR_TIMEOUT_MS: isPatient ? '60000' : '400',
    RESOLVE_AFTER_SECONDS: isPatient ? '600' : '6',
    SIMULATOR_LATE_WINDOW_SECONDS: String(lateWindowSeconds),
    // Two dozen rounds look each time: much oftener, and they take a processor.
    WORKER_POLL_MS: '250',
    LOG_LEVEL: 'error',
    BAD_CREDENTIALS_PER_MINUTE: '1000000',
    DATABASE_CONNECTIONS: '8',
    SIMULATOR_URL: bankPort === undefined ? '' : `http://127.0.0.1:${bankPort}`,
    CAMPAIGN_DEATHS: deaths,
    CAMPAIGN_SABOTAGE: sabotage ?? '',
  };
  const book = join(bankPort === undefined ? data : folder, 'simulated-bank.jsonl');
  return { folder, env, book, deaths, bankPort, lateWindowSeconds };
}

/** The database's first process, when it is certain that it is ours; false: there was none to kill. */
export async function killPostmaster({ env }: Installation): Promise<boolean> {
  const cluster = join(env.QUITTANCE_DATA!, 'postgres/cluster');
  const file = await readPostmasterFile(cluster);
  if (!file) return false;
  // The file outlives the server, and numbers come again: who works in our folder is our server.
  const place = await readlink(`/proc/${file.pid}/cwd`).catch(() => undefined);
  if (place !== cluster) return false;
  try {
    return process.kill(file.pid, 'SIGKILL');
  } catch {
    return false; // It ended meanwhile.
  }
}

export async function credentialsOf({ env }: Installation): Promise<Credentials> {
  return JSON.parse(await readFile(join(env.QUITTANCE_DATA!, 'first-start.json'), 'utf8'));
}

export type Credentials = { readonly username: string; readonly apiKey: string };

export function logOf({ folder }: Installation): string {
  return join(folder, 'service.log');
}

/** A service that can be told where to die, also at its birth. */
export function launchService(
  installation: Installation,
  role: string,
  port: number,
  order: Order | undefined,
): ChildProcess {
  const env = { PORT: String(port), CAMPAIGN_ORDER: JSON.stringify(order ?? null) };
  // As bin/quittance starts it.
  const args = ['--max-semi-space-size=16', killable, role];
  return launch(installation, process.execPath, args, env, 'ipc');
}

/** A command of an operator's, which can die like a service; what it prints is for whoever reads it. */
export function launchCommand(
  installation: Installation,
  words: readonly string[],
  order: Order | undefined,
): ChildProcess {
  const env = { CAMPAIGN_ORDER: JSON.stringify(order ?? null) };
  return launch(installation, process.execPath, [killable, ...words], env, 'ipc', 'pipe');
}

export function launchBank(installation: Installation, port: number): ChildProcess {
  const { book, lateWindowSeconds } = installation;
  const words = ['--port', port, '--book', book, '--late-window', lateWindowSeconds];
  return launch(installation, quittance, ['simulate', ...words.map(String)], {}, 'ignore');
}

function launch(
  installation: Installation,
  command: string,
  args: readonly string[],
  more: Record<string, string>,
  channel: 'ipc' | 'ignore',
  output: 'pipe' | 'ignore' = 'ignore',
): ChildProcess {
  const log = openSync(logOf(installation), 'a');
  const child = spawn(command, args, {
    env: { ...installation.env, ...more },
    stdio: ['ignore', output, log, channel],
  });
  closeSync(log);
  return child;
}
