import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const quittance = join(import.meta.dirname, '../bin/quittance');

/** A real service in a process of its own. */
export type Service = {
  readonly process: ChildProcess;
  readonly port: number;
  readonly stop: () => Promise<void>;
};

export type FirstStart = { readonly username: string; readonly apiKey: string };

export async function startService(
  role: 'all' | 'serve',
  folder: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Service> {
  const { process: child, stop } = startRole(role, folder, { PORT: String(port), ...settings });
  await untilReady(child, port);
  return { process: child, port, stop };
}

/** Works jobs on a folder that a service has opened, and listens to nobody. */
export function startWorker(
  folder: string,
  settings: Record<string, string> = {},
): Omit<Service, 'port'> {
  return startRole('work', folder, settings);
}

/** What a command prints that works on a folder. */
export async function runCommand(folder: string, ...words: readonly string[]): Promise<string> {
  return (await promisify(execFile)(quittance, words, { env: environment(folder) })).stdout.trim();
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    QUITTANCE_DATA: folder,
    QUITTANCE_KEYS: keysFile(folder),
  };
}

function startRole(role: string, folder: string, settings: Record<string, string>) {
  const child = spawn(quittance, [role], {
    env: { ...environment(folder), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  return { process: child, stop };
}

export function keysFile(folder: string): string {
  return join(folder, '..', 'keys.json');
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error('the service ended while it was starting');
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answer?.status === 200) return;
    await delay(50);
  }
  throw new Error('the service was not ready within 30 seconds');
}

export async function firstStart(folder: string): Promise<FirstStart> {
  for (let tries = 0; ; tries += 1) {
    try {
      return JSON.parse(await readFile(join(folder, 'first-start.json'), 'utf8')) as FirstStart;
    } catch (error) {
      if (tries === 100) throw error;
      await delay(50);
    }
  }
}
