import { strict as assert } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { outgoingCall } from '../../../src/ports/processors/outgoing-call.ts';
import { httpSimulator } from '../src/http/http-simulator.ts';
import type { ScriptedBank } from '../src/processor/with-scripts.ts';

/** Asks for banks in another process, one by one. */
export function farBanks() {
  let child: ChildProcess | undefined;
  let addresses: AsyncIterator<string> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  after(() => child?.stdin?.end());

  return async (bookFile: string): Promise<string> => {
    const next = last.then(() => open(bookFile));
    last = next;
    return await next;
  };

  async function open(bookFile: string): Promise<string> {
    if (!child) {
      const program = new URL('bank-process.ts', import.meta.url).pathname;
      child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
      addresses = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    }
    child.stdin!.write(`${bookFile}\n`);
    return String((await addresses!.next()).value);
  }
}

/** For limits that prove nothing. */
const patienceMs = 3_600_000;

export function processorAt(url: string, callTimeoutMs = patienceMs): ScriptedBank {
  const signalAfter = (ms: number) => AbortSignal.timeout(ms);
  const call = outgoingCall({ url, callTimeoutMs, connectTimeoutMs: patienceMs, signalAfter });
  return httpSimulator({ call, lateWindowSeconds: 4 });
}

export async function tellBank(url: string, script: object): Promise<void> {
  const { status } = await fetch(`${url}/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(script),
  });
  assert.equal(status, 204);
}
