import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { servesPayments } from '../campaign/processes.ts';
import { keyText } from '../fixture.ts';
import { freePort } from '../free-port.ts';
import { atEnd, type Scope } from '../scope.ts';

const program = join(import.meta.dirname, '../../src/main.ts');

/** A service as a process of its own over the database of a fixture, which is killed and started again. */
export async function openKilledProcess(scope: Scope, databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-killed-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  atEnd(scope, async () => {
    await end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    async start(): Promise<void> {
      child = spawn(process.execPath, [program, 'all'], {
        env: {
          ...process.env,
          HOST: '127.0.0.1',
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          QUITTANCE_DATA: join(folder, 'data'),
          QUITTANCE_KEK: keyText,
          GATEWAY_DOUBLES_PORT: '0',
          // Who is stopped in a conversation waits for others to be stopped in theirs.
          PROCESSOR_TIMEOUT_MS: '60000',
          RESOLVE_AFTER_SECONDS: '65',
          DATABASE_CONNECTIONS: '4',
          LOG_LEVEL: 'error',
        },
        stdio: 'ignore',
      });
      while (!(await servesPayments(port))) {
        if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
        await delay(50);
      }
    },
  };
}
