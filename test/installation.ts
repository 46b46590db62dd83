import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../src/base/sql.ts';
import { role as databaseRole } from '../src/database/cluster.ts';
import { connect } from '../src/database/connect.ts';
import { isAlive, readPostmasterFile } from '../src/database/postmaster-file.ts';

export type Settings = Readonly<Record<string, string>>;
export type Role = 'all' | 'serve' | 'work';

/** What an operator has: a data folder with its own database, a file with keys, and processes over them. */
export type Installation = {
  readonly folder: string;
  readonly dataFolder: string;
  /** Everything that any process wrote, also what it said on its standard output. */
  readonly logFile: string;
  /** A process on a port that stays the same when it is started again. */
  addProcess(role: Role): Promise<ServiceProcess>;
  /** Runs a command to its end. */
  run(...words: string[]): Promise<{ code: number | null; output: string }>;
  credentials(): Promise<{ username: string; apiKey: string }>;
  postmaster(): Promise<number | undefined>;
  /** A look into the database, past the service. */
  look(): Promise<Database>;
  /** Stops what runs and takes everything away. */
  remove(): Promise<void>;
};

export type ServiceProcess = {
  readonly baseUrl: string;
  readonly isRunning: boolean;
  start(): void;
  untilReady(): Promise<void>;
  /** Ends it by this signal; resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
};

const sources = join(import.meta.dirname, '..');

export async function makeInstallation(
  settings: Settings = {},
  program = join(sources, 'src/main.ts'),
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-house-'));
  const dataFolder = join(folder, 'data');
  const logFile = join(folder, 'log.jsonl');
  const processes: ServiceProcess[] = [];
  const cluster = join(dataFolder, 'postgres', 'cluster');
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    QUITTANCE_DATA: dataFolder,
    QUITTANCE_KEYS: join(folder, 'keys', 'keys.json'),
    ...settings,
  };
  const postmaster = async () => (await readPostmasterFile(cluster).catch(() => undefined))?.pid;

  return {
    folder,
    dataFolder,
    logFile,
    postmaster,

    async addProcess(role) {
      const port = await freePort();
      const added = serviceProcess(port, () =>
        launch(program, [role], { ...env, PORT: String(port) }, logFile),
      );
      processes.push(added);
      return added;
    },

    async run(...words) {
      const child = spawn(process.execPath, [program, ...words], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          output += text;
        });
      }
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      return { code, output };
    },

    async credentials() {
      return JSON.parse(await readFile(join(dataFolder, 'first-start.json'), 'utf8'));
    },

    async look() {
      const file = await readPostmasterFile(cluster);
      if (!file) throw new Error('the database does not run');
      const socket = encodeURIComponent(file.socketFolder);
      return connect(`postgresql://${databaseRole}@${socket}/${databaseRole}`, { size: 2 });
    },

    async remove() {
      await Promise.all(processes.map((one) => one.end('SIGTERM')));
      const pid = await postmaster();
      for (let tries = 0; pid !== undefined && isAlive(pid) && tries < 300; tries += 1) {
        await delay(50);
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function serviceProcess(port: number, begin: () => ChildProcess): ServiceProcess {
  const baseUrl = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let gone: Promise<void> = Promise.resolve();
  const isRunning = () =>
    child !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    baseUrl,
    get isRunning() {
      return isRunning();
    },
    start() {
      const started = begin();
      child = started;
      gone = new Promise((resolve) => started.once('exit', () => resolve()));
    },
    async untilReady() {
      for (let tries = 0; tries < 1200; tries += 1) {
        const answer = await fetch(`${baseUrl}/health`).catch(() => undefined);
        if (answer?.status === 200) return;
        if (!isRunning()) throw new Error('the service ended while it was starting');
        await delay(50);
      }
      throw new Error('the service was not ready within a minute');
    },
    async end(signal) {
      if (isRunning()) child?.kill(signal);
      await gone;
    },
  };
}

function launch(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  logFile: string,
): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', log, log] });
  closeSync(log);
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
