import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { adminClient } from './connections.ts';
import type { Names } from './names.ts';

/**
 * After a crash a server refuses connections until its startup process has recovered the data, however long that
 * takes. Where fsync fails meanwhile, PostgreSQL may end the startup process and go on refusing for ever. True when
 * the server is in that state: it refuses, and had no startup process for `patienceMs`.
 */
export function recoveryWatch(
  patienceMs: number,
): (isRefusing: boolean, postmaster: number) => Promise<boolean> {
  let since: number | undefined;
  return async (isRefusing, postmaster) => {
    const isRecovering = isRefusing && (await hasStartupProcess(postmaster));
    if (!isRefusing || isRecovering) {
      since = undefined;
      return false;
    }
    since ??= performance.now();
    return performance.now() - since >= patienceMs;
  };
}

export type Watched = {
  readonly socketFolder: string;
  readonly names: Names;
  readonly postmaster: number;
  readonly everyMs: number;
  readonly patienceMs: number;
};

/** Waits until the server is stuck in recovery; false when `signal` came first. */
export async function stuckInRecovery(watched: Watched, signal: AbortSignal): Promise<boolean> {
  const { socketFolder, names, postmaster, everyMs, patienceMs } = watched;
  const isStuck = recoveryWatch(patienceMs);
  while (!signal.aborted) {
    const { client, ended, fault } = await dial(socketFolder, names);
    if (fault === undefined) {
      // A crash ends every connection: while this one lives there was no crash.
      await endOf(client, ended, signal);
    } else {
      await client.end().catch(() => {});
    }
    if (signal.aborted) return false;
    if (await isStuck(isRefusal(fault), postmaster)) return true;
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
  return false;
}

/** A server that shuts down refuses too, without a startup process: it ends by itself. */
function isRefusal(fault: (Error & { code?: string }) | undefined): boolean {
  return fault?.code === '57P03' && !/shutting down/.test(fault.message);
}

async function endOf(client: pg.Client, ended: Promise<void>, signal: AbortSignal): Promise<void> {
  const leave = () => void client.end().catch(() => {});
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  await ended;
  signal.removeEventListener('abort', leave);
}

async function dial(socketFolder: string, names: Names) {
  const client = adminClient(socketFolder, names);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  const fault = await client.connect().then(
    () => undefined,
    (error: Error & { code?: string }) => error,
  );
  return { client, ended, fault };
}

/** True also where the processes cannot be listed: a server that may be recovering is left alone. */
async function hasStartupProcess(postmaster: number): Promise<boolean> {
  const all = await (process.platform === 'linux' ? listProc : listPs)().catch(() => []);
  if (!all.some(({ pid }) => pid === postmaster)) return true;
  return all.some(({ parent, title }) => parent === postmaster && isStartup.test(title));
}

/** `postgres: cluster_name: startup recovering 000000010000000000000001` */
const isStartup = /^postgres: .*\bstartup\b/;

type Process = { readonly pid: number; readonly parent: number; readonly title: string };

async function listProc(): Promise<Process[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return await Promise.all(
    numbers.map(async (number) => {
      const files = [`/proc/${number}/stat`, `/proc/${number}/cmdline`];
      const read = files.map((file) => readFile(file, 'utf8'));
      const [stat = '', title = ''] = await Promise.all(read).catch(() => []);
      // The name of the program stands in parentheses and may hold any character.
      const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
      return { pid: Number(number), parent, title };
    }),
  );
}

async function listPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,command=']);
  return stdout.split('\n').map((line) => {
    const [, pid, parent, title = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), title };
  });
}
