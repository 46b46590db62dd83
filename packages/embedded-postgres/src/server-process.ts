import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnvironment } from './cluster.ts';
import { withDataFolder } from './data-folder.ts';
import { DatabaseError } from './database-error.ts';
import type { Log } from './log.ts';
import type { Names } from './names.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { recoveryWatch } from './recovery-watch.ts';
import type { Runner } from './runner.ts';

/** A server that we started. It ends when `release` is called, and also when we die. */
export type ServerProcess = { pid: number; ended: Promise<void>; release(): void };

/** Another server holds the folder, or its last processes have not gone yet. */
export type Refused = { refused: string };

export type ServerOrder = {
  names: Names;
  cluster: string;
  socketFolder: string;
  postgres: string;
  runner: Runner | undefined;
  settings: Readonly<Record<string, string>>;
  /** How long a server may refuse connections without anything that recovers it. */
  stuckAfterMs: number;
  log: Log;
};

/*
 * A shell stands between us and the server: its input is a pipe of which we hold the other end. The pipe closes when
 * we release it or die, by whatever signal. Then the shell asks the server for a fast shutdown, after ten seconds for an
 * immediate one, and kills it after ten more. The server's pid is safe to signal until the shell has waited for it.
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
  for signal in INT QUIT; do
    kill -"$signal" "$server"
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      for _ in 1 2 3 4 5; do sleep 0.2; kill -0 "$server" || exit; done
    done
  done
  kill -KILL "$server"
) &
watcher=$!
exec 4<&-
wait "$server"
code=$?
kill -9 "$watcher" 2>/dev/null
rmdir "$SOCKET_FOLDER" 2>/dev/null
exit "$code"
`;

const refusal = new RegExp(
  [
    'lock file .* already exists',
    'shared memory block .* still in use',
    // The shell of the last server removes the folder of the socket at its end.
    'could not (create|open) lock file .* No such file or directory',
  ].join('|'),
);

export async function startServer(order: ServerOrder): Promise<ServerProcess | Refused> {
  const { cluster, names, socketFolder, runner, postgres, log } = order;
  const stale = await readPostmasterFile(cluster);
  const settings = { ...order.settings, unix_socket_directories: `"${socketFolder}"` };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = await withDataFolder(cluster, runner, async ({ argument, cwd, third }) => {
    const command = [postgres, '-D', argument, ...args];
    const child = spawn('/bin/sh', ['-c', keeper, `${names.program}-database`, ...command], {
      cwd,
      env: {
        ...serverEnvironment(),
        SOCKET_FOLDER: socketFolder,
        PG_GRANDPARENT_PID: notAServer(stale?.pid),
      },
      stdio: ['pipe', 'pipe', 'pipe', third],
      // Control-C in a terminal goes to a whole group: the server must outlive our own last requests.
      detached: true,
      ...(runner ?? {}),
    });
    // Before the first await: a server that is refused may be gone by then, with its events.
    return watch(child, log);
  });

  if (await waitUntilReady(server, order)) {
    const release = () => void server.child.stdin!.destroy();
    return { pid: server.pid!, ended: server.ended, release };
  }
  // It knows its folder by a descriptor.
  const text = server.said.join('; ').replaceAll('/proc/self/fd/3', cluster);
  if (refusal.test(text)) return { refused: text };
  throw new DatabaseError(`PostgreSQL did not start: ${text || `exit ${server.child.exitCode}`}`);
}

type Watched = {
  readonly child: ChildProcess;
  /** The last lines of its stderr. */
  readonly said: string[];
  readonly ended: Promise<void>;
  /** The pid of the server itself, once its shell has written it. */
  pid: number | undefined;
  isOver: boolean;
};

function watch(child: ChildProcess, log: Log): Watched {
  const said = listen(child, log);
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said.push(error.message);
      resolve();
    });
    child.once('close', () => resolve());
  });
  const watched: Watched = { child, said, ended, pid: undefined, isOver: false };
  void ended.then(() => {
    watched.isOver = true;
  });
  child.stdin!.on('error', () => {});
  child.stdout!.once('data', (line) => {
    watched.pid = Number(String(line));
  });
  return watched;
}

async function waitUntilReady(
  server: Watched,
  { cluster, log, stuckAfterMs }: ServerOrder,
): Promise<boolean> {
  const isStuck = recoveryWatch(stuckAfterMs);
  // Recovery after a crash may take minutes: as long as the server lives there is nothing better.
  for (let waited = 1; !server.isOver; waited += 1) {
    const file = await readPostmasterFile(cluster);
    const isIts = file !== undefined && file.pid === server.pid;
    if (isIts && file.status === 'ready') return true;
    if (waited % 1000 === 0) log.warn('database.still_starting', { folder: cluster });
    if (isIts && waited % 100 === 0 && (await isStuck(true, file.pid))) {
      server.said.push('it stays in recovery, and nothing recovers it');
      server.child.stdin!.destroy();
      await server.ended;
    }
    await Promise.race([server.ended, delay(10)]);
  }
  return false;
}

// Lines of every start and stop, and of connections that come too early or too late.
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

/** Logs the lines of the server's stderr, and keeps the last ones. */
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
 * After a kill the file names a process that is gone. Its pid may by now be that of one of our own threads (in a
 * container pids are small and come again), which PostgreSQL would take for the old server. PG_GRANDPARENT_PID names one
 * process that it ignores.
 */
function notAServer(stalePid: number | undefined): string {
  const isThread = stalePid !== undefined && existsSync(`/proc/self/task/${stalePid}`);
  return String(isThread ? stalePid : process.pid);
}
