import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  connectionLost,
  type EmbeddedServer,
  isAlive,
  readPostmasterFile,
  startEmbedded,
} from '../src/index.ts';
import { silent } from '../src/log.ts';
import { namesOf } from '../src/names.ts';

export const program = 'embedded_test';
export const names = namesOf({ program });
export { scratch } from './scratch.ts';
export { silent as quiet };

export async function start(t: TestContext, folder: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ folder, program });
  t.after(() => server.stop());
  return server;
}

export type Query = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;

/** A connection for as long as `work` runs. */
export async function connected<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end().catch(() => {});
  }
}

export async function write(url: string, note: string): Promise<void> {
  await connected(url, (query) => query(`insert into notes values ('${note}')`));
}

/** Makes a folder with a database that holds one note, at rest. */
export async function makeUsedFolder(folder: string): Promise<void> {
  const server = await startEmbedded({ folder, program });
  await connected(server.url, (query) => query('create table notes (note text primary key)'));
  await write(server.url, 'first');
  await server.stop();
}

/** With owners and times, which Node's own does not keep. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/** Tries again while the server is away, as a program would. */
export async function notes(url: string): Promise<string[]> {
  for (;;) {
    try {
      const text = 'select note from notes order by note';
      const rows = await connected(url, (query) => query<{ note: string }>(text));
      return rows.map(({ note }) => note);
    } catch (error) {
      if (!connectionLost(error)) throw error;
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

type Event = {
  readonly event: string;
  readonly url?: string;
  readonly owned?: boolean;
  readonly message?: string;
};

export type OtherProcess = {
  /** Waits for it. */
  event(name: string): Promise<Event>;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

const script = join(import.meta.dirname, 'server-process.ts');

/** Another process with the same database. */
export function otherProcess(
  t: TestContext,
  folder: string,
  { uid, args = [] }: { uid?: number; args?: string[] } = {},
): OtherProcess {
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

export const rootOnly =
  process.getuid?.() === 0 ? false : 'SKIPPED: only root can start processes as another user';
export const nobody = { uid: 65_534, gid: 65_534 };

/** True when another user can run these files; otherwise the test is skipped. */
export async function othersCanRun(t: TestContext): Promise<boolean> {
  const options = { ...nobody, cwd: '/', stdio: 'ignore' } as const;
  const entry = join(import.meta.dirname, '../src/index.ts');
  const load = ['--input-type=module', '--eval', `import ${JSON.stringify(entry)};`];
  const child = spawn(process.execPath, load, options);
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  if (code !== 0) t.skip('SKIPPED: other users cannot enter the folder of this checkout');
  return code === 0;
}
