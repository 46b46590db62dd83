import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

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

/** A service as an operator runs it, on data of its own and a free port, with every word kept. */
export async function startCaptured(
  t: TestContext,
  folder: string,
  settings: Record<string, string>,
): Promise<CapturedService> {
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
  t.after(stop);

  const file = join(dataFolder, 'first-start.json');
  for (let tries = 0; ; tries += 1) {
    assert.equal(child.exitCode, null, `the service ended: ${said.stderr}`);
    const text = await readFile(file, 'utf8').catch(() => '');
    // The banner is the last thing that a start says.
    if (text.endsWith('}\n') && said.stdout.includes('Quittance is ready at')) {
      const { baseUrl, username, apiKey } = JSON.parse(text);
      const port = Number(new URL(baseUrl).port);
      return { port, dataFolder, keysFile, username, apiKey, said, stop };
    }
    assert.ok(tries < 3600, `the service was not ready in time: ${said.stderr}`);
    await delay(50);
  }
}
