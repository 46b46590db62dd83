import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../src/base/sql.ts';
import { connect } from '../src/database/connect.ts';
import { type EmbeddedServer, startEmbedded } from '../src/database/embedded.ts';
import { isAlive, readPostmasterFile } from '../src/database/postmaster-file.ts';
import { retryable } from '../src/database/retryable.ts';
import { quickPlace } from './global-setup.ts';

export const quiet = { info() {}, warn() {}, error() {} };

export async function scratch(t: { after(work: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(await quickPlace(), 'quittance-embedded-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

export async function start(t: TestContext, folder: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ folder, log: quiet });
  t.after(() => server.stop());
  return server;
}

/** Makes a folder with a database in which something is written, at rest. */
export async function makeUsedFolder(folder: string): Promise<void> {
  const server = await startEmbedded({ folder, log: quiet });
  const db = connect(server.url);
  await db.query('create table notes (note text primary key)');
  await db.query(`insert into notes values ('first')`);
  await db.close();
  await server.stop();
}

/** With owners and times, which Node's own does not keep. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

export async function notes(db: Database): Promise<string[]> {
  for (;;) {
    try {
      const rows = await db.query<{ note: string }>('select note from notes order by note');
      return rows.map(({ note }) => note);
    } catch (error) {
      // What a caller would do: try again while the server is away.
      if (!retryable(error)) throw error;
      await delay(20);
    }
  }
}

export async function postmaster(folder: string): Promise<number> {
  const file = await readPostmasterFile(join(folder, 'cluster'));
  assert(file, 'no server runs');
  return file.pid;
}

/** The server may answer a moment before its new owner knows. */
export async function ownership(server: EmbeddedServer): Promise<void> {
  while (!server.owned) await delay(10);
}

export async function gone(pid: number): Promise<void> {
  await until(async () => !isAlive(pid) || (await isZombie(pid)));
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(10);
}

/** Dead, but not yet noticed by its parent. */
async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status.includes(') Z');
}

export type Event = {
  event: string;
  url?: string;
  socketFolder?: string;
  owned?: boolean;
  message?: string;
};

export type OtherProcess = {
  /** Waits for it. */
  event(name: string): Promise<Event>;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** Another process with the same database. */
export function otherProcess(
  t: TestContext,
  folder: string,
  { uid, args = [] }: { uid?: number; args?: string[] } = {},
): OtherProcess {
  const script = join(import.meta.dirname, 'database-process.ts');
  const child: ChildProcess = spawn(process.execPath, [script, folder, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid, cwd: '/' }),
  });
  t.after(() => child.kill('SIGKILL'));
  const events: Event[] = [];
  let isClosed = false;
  createInterface({ input: child.stdout! }).on('line', (line) => events.push(JSON.parse(line)));
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => {
      isClosed = true;
      resolve();
    });
  });
  return {
    async event(name) {
      for (;;) {
        const found = events.find(({ event }) => event === name);
        if (found) return found;
        assert(!isClosed, `${name} never came: ${JSON.stringify(events)}`);
        await delay(10);
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    async stop() {
      child.stdin!.end();
      await closed;
    },
  };
}
