import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnvironment } from './cluster.ts';
import { withDataFolder } from './data-folder.ts';
import { DatabaseFault } from './database-fault.ts';
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
  const server = await withDataFolder(cluster, runner, async ({ argument, cwd, third }) => {
    const command = [postgres, '-D', argument, ...args];
    const child = spawn('/bin/sh', ['-c', keeper, 'quittance-database', ...command], {
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
    // Before anything is waited for: a server that is refused may be gone by then, and nobody heard of it.
    return watch(child, log);
  });

  if (await waitUntilReady(server, cluster, log)) {
    return { ended: server.ended, release: () => server.child.stdin!.destroy() };
  }
  const text = server.said.join('; ');
  if (refusal.test(text)) return { refused: text };
  throw new DatabaseFault(`PostgreSQL did not start: ${text || `exit ${server.child.exitCode}`}`);
}

type Watched = {
  readonly child: ChildProcess;
  /** The last lines that it said. */
  readonly said: string[];
  readonly ended: Promise<void>;
  /** Of the server itself, once its shell has told it. */
  pid: number | undefined;
  isOver: boolean;
};

function watch(child: ChildProcess, log: Log): Watched {
  const said = listen(child, log);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const watched: Watched = { child, said, ended, pid: undefined, isOver: false };
  const end = () => {
    watched.isOver = true;
    resolve();
  };
  child.stdin!.on('error', () => {});
  child.stdout!.once('data', (line) => {
    watched.pid = Number(String(line));
  });
  child.once('error', (error) => {
    said.push(error.message);
    end();
  });
  child.once('close', end);
  return watched;
}

async function waitUntilReady(server: Watched, cluster: string, log: Log): Promise<boolean> {
  // Recovery after a crash may take minutes: as long as the server lives there is nothing better.
  for (let waited = 1; !server.isOver; waited += 1) {
    const file = await readPostmasterFile(cluster);
    if (file && file.pid === server.pid && file.status === 'ready') return true;
    if (waited % 1000 === 0) log.warn('database.still_starting', { folder: cluster });
    await Promise.race([server.ended, delay(10)]);
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
