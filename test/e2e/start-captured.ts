import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { quickPlace } from '../../packages/embedded-postgres/test/scratch.ts';
import { copyFolder } from '../embedded.ts';
import { folderVariable } from '../global-setup.ts';
import { take } from '../take.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');

export type CapturedService = {
  readonly port: number;
  readonly dataFolder: string;
  readonly keysFile: string;
  readonly username: string;
  readonly apiKey: string;
  /** All that it has said so far. */
  readonly said: { readonly stdout: string; readonly stderr: string };
  stop(): Promise<void>;
};

type Settings = Readonly<Record<string, string>>;

/**
 * A service as an operator runs it, on data of its own and a free port, with every word kept. Where the folder has no
 * data yet they are those of a first start, which is long over; `isFirst`: it is made now.
 */
export async function startCaptured(
  t: TestContext,
  folder: string,
  settings: Settings,
  { isFirst = 'DATABASE_URL' in settings || 'QUITTANCE_MODE' in settings } = {},
): Promise<CapturedService> {
  if (!isFirst && !existsSync(join(folder, 'data'))) await layPrepared(folder);
  const { untilReady, stop } = launch(folder, settings);
  t.after(stop);
  return await untilReady();
}

/** The data and keys of a service that was started once, and is at rest. */
export async function layPrepared(folder: string): Promise<void> {
  prepared ??= prepare();
  copyFolder(`${await prepared}/.`, folder);
}

let prepared: Promise<string> | undefined;

/** A first start takes many times as long as one that finds its data: one is enough for all processes of a run. */
async function prepare(): Promise<string> {
  const run = process.env[folderVariable];
  if (run === undefined)
    return await startOnce(mkdtempSync(join(await quickPlace(), 'quittance-')));
  const place = join(run, 'prepared');
  const claim = `${place}-claim`;
  for (; !existsSync(place); await delay(20)) {
    if (!take(claim)) continue;
    try {
      if (!existsSync(place)) await rename(await startOnce(mkdtempSync(`${place}-`)), place);
    } finally {
      rmdirSync(claim);
    }
  }
  return place;
}

async function startOnce(folder: string): Promise<string> {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { untilReady, stop } = launch(folder, { LOG_LEVEL: 'error' });
  try {
    await untilReady();
  } finally {
    await stop();
  }
  return folder;
}

function launch(folder: string, settings: Settings) {
  const dataFolder = join(folder, 'data');
  const keysFile = join(folder, 'keys.json');
  const child = spawn(quittance, ['all'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      QUITTANCE_DATA: dataFolder,
      QUITTANCE_KEYS: keysFile,
      DATABASE_URL: undefined,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.stderr += text;
  });
  const closed = once(child, 'close');
  let isStopping = false;
  const stop = async () => {
    if (!isStopping) child.kill('SIGTERM');
    isStopping = true;
    await closed;
  };

  const untilReady = async (): Promise<CapturedService> => {
    // The banner is the last thing that a start says.
    for (; !said.stdout.includes('Quittance is ready at'); await delay(20)) {
      assert.equal(child.exitCode ?? child.signalCode, null, `the service ended: ${said.stderr}`);
    }
    const text = await readFile(join(dataFolder, 'first-start.json'), 'utf8');
    const { baseUrl, username, apiKey } = JSON.parse(text);
    const port = Number(new URL(baseUrl).port);
    return { port, dataFolder, keysFile, username, apiKey, said, stop };
  };
  return { untilReady, stop };
}
