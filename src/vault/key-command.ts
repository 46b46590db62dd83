import { spawn } from 'node:child_process';
import type { HeldKeysSource } from './held-keys.ts';
import { parseKeyLines } from './key-text.ts';
import { VaultError } from './vault-error.ts';

const place = 'what QUITTANCE_KEK_COMMAND prints';
const timeoutMs = 30_000;

/** A command of the operator that fetches the keys from wherever they are kept. */
export function keyCommand(command: string): HeldKeysSource {
  return { place, read: async () => parseKeyLines(await run(command), place) };
}

async function run(command: string): Promise<string> {
  // What the command says on its standard error goes to ours, past every log and message of the service.
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));

  const { promise, resolve, reject } = Promise.withResolvers<number | string>();
  child.on('error', reject);
  child.on('close', (status, signal) => resolve(status ?? signal ?? 'unknown'));
  const status = await promise;
  if (status !== 0) {
    throw new VaultError(
      'keys_unreadable',
      `The command in QUITTANCE_KEK_COMMAND did not end well (${status}).`,
    );
  }
  return Buffer.concat(chunks).toString();
}
