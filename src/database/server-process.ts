import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnvironment } from './cluster.ts';
import { withDataFolder } from './data-folder.ts';
import type { Log } from './log.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { Runner } from './runner.ts';

/** A server that we started. It ends when `release` is called, and also when we die. */
export type ServerProcess = { ended: Promise<void>; release(): void };

/** Another server holds the folder, or its last processes have not gone yet. */
export type Refused = { refused: string };

export type ServerOrder = {
  cluster: string;
  socketFolder: string;
  postgres: string;
  runner: Runner | undefined;
  settings: Readonly<Record<string, string>>;
  log: Log;
};

/*
 * A shell stands between us and the server: its input is a pipe of which we hold the other end. The
 * pipe ends when we let go of it or die, by whatever signal: then the server is asked to stop
 * quickly, and after ten seconds at once. The server's number is safe to signal as long as the shell
 * has not waited for it.
 */
const keeper = `
trap '' HUP INT TERM
exec 4<&0
"$@" 4<&- </dev/null &
server=$!
echo "$server"
exec >/dev/null
(
  exec 2>/dev/null
  read -r _ <&4
  kill -INT "$server"
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    for _ in 1 2 3 4 5; do sleep 0.2; kill -0 "$server" || exit; done
  done
  kill -QUIT "$server"
) &
watcher=$!
exec 4<&-
wait "$server"
code=$?
kill -9 "$watcher" 2>/dev/null
rmdir "$QUITTANCE_SOCKET_FOLDER" 2>/dev/null
exit "$code"
`;

const refusal = new RegExp(
  [
    'lock file .* already exists',
    'shared memory block .* still in use',
    // The last server's shell removes the socket's folder behind it.
    'could not (create|open) lock file .* No such file or directory',
  ].join('|'),
);

export async function startServer(order: ServerOrder): Promise<ServerProcess | Refused> {
  const { cluster, socketFolder, runner, postgres, log } = order;
  const stale = await readPostmasterFile(cluster);
  const settings = { ...order.settings, unix_socket_directories: `"${socketFolder}"` };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = await withDataFolder(cluster, runner, async ({ argument, cwd, third }) => {
    const command = [postgres, '-D', argument, ...args];
    return spawn('/bin/sh', ['-c', keeper, 'quittance-database', ...command], {
      cwd,
      env: {
        ...serverEnvironment(),
        QUITTANCE_SOCKET_FOLDER: socketFolder,
        PG_GRANDPARENT_PID: notAServer(stale?.pid),
      },
      stdio: ['pipe', 'pipe', 'pipe', third],
      // Control-C in a terminal goes to a whole group: the server must outlive our own last requests.
      detached: true,
      ...(runner ?? {}),
    });
  });
  child.stdin!.on('error', () => {});
  const said = listen(child, log);
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said.push(error.message);
      resolve();
    });
    child.once('close', () => resolve());
  });

  if (await waitUntilReady(child, cluster, ended, log)) {
    return { ended, release: () => child.stdin!.destroy() };
  }
  const text = said.join('; ');
  if (refusal.test(text)) return { refused: text };
  throw new Error(`PostgreSQL did not start: ${text || `exit ${child.exitCode}`}`);
}

async function waitUntilReady(
  child: ChildProcess,
  cluster: string,
  ended: Promise<void>,
  log: Log,
): Promise<boolean> {
  let pid: number | undefined;
  let isOver = false;
  child.stdout?.once('data', (line) => {
    pid = Number(String(line));
  });
  const over = ended.then(() => {
    isOver = true;
  });
  // Recovery after a crash may take minutes: as long as the server lives there is nothing better.
  for (let waited = 1; !isOver; waited += 1) {
    const file = await readPostmasterFile(cluster);
    if (file && file.pid === pid && file.status === 'ready') return true;
    if (waited % 1000 === 0) log.warn('database.still_starting', { folder: cluster });
    await Promise.race([over, delay(10)]);
  }
  return false;
}

// What every start and stop says, and what each caller is told who comes too early or too late.
const routine = new RegExp(
  [
    'starting PostgreSQL',
    'listening on',
    'database system (was|is) (shut down|ready)',
    'received fast shutdown',
    'aborting any active',
    'background worker "logical replication',
    'shutting down',
    'the database system is (starting up|shutting down|not yet accepting)',
    'terminating connection',
    'lock file .* already exists',
  ].join('|'),
);

/** Passes on what the server says, and keeps the last lines. */
function listen(child: ChildProcess, log: Log): string[] {
  const said: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    said.push(line);
    if (said.length > 20) said.shift();
    const [, level, message = line] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? [];
    if (level === 'PANIC') log.error('database.said', { message });
    else if (routine.test(message)) log.debug?.('database.said', { message });
    else if (level === 'LOG') log.info('database.said', { message });
    else log.warn('database.said', { message });
  });
  return said;
}

/**
 * After a kill the file names a process that is gone. Its number may by now be one of our own
 * threads (in a container numbers are small and come again), which PostgreSQL would take for the
 * old server: this variable is its way to be told of one process that is not.
 */
function notAServer(stalePid: number | undefined): string {
  const isThread = stalePid !== undefined && existsSync(`/proc/self/task/${stalePid}`);
  return String(isThread ? stalePid : process.pid);
}
