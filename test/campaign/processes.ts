import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Installation, launch, logOf } from './installation.ts';
import { agent } from './post.ts';

/** A service that comes back when it dies. */
export type Supervised = {
  readonly role: 'all' | 'serve';
  readonly port: number;
  readonly isReady: () => boolean;
  readonly untilReady: () => Promise<void>;
  /** False: it was dead already. */
  readonly kill: () => boolean;
  readonly stop: () => Promise<void>;
  /** Deaths that nobody here caused. */
  readonly deaths: () => number;
};

export async function supervise(
  installation: Installation,
  role: 'all' | 'serve',
  pauseMs: () => number,
): Promise<Supervised> {
  const port = await freePort();
  let child: ChildProcess;
  let isStopping = false;
  let wasKilled = false;
  let ready = false;
  let deaths = 0;

  const begin = () => {
    wasKilled = false;
    child = launch(installation, role, port);
    const mine = child;
    void (async () => {
      while (mine === child && mine.exitCode === null && mine.signalCode === null && !ready) {
        ready = (await isHealthy(port)) && mine === child;
        if (!ready) await delay(20);
      }
    })();
    child.once('exit', () => {
      ready = false;
      if (isStopping) return;
      if (!wasKilled) deaths += 1;
      setTimeout(() => !isStopping && begin(), pauseMs());
    });
  };
  begin();

  return {
    role,
    port,
    isReady: () => ready,
    async untilReady() {
      for (let tries = 0; !ready; tries += 1) {
        if (tries > 3000)
          throw new Error(`${role} did not become ready: see ${logOf(installation)}`);
        await delay(20);
      }
    },
    kill() {
      if (child.exitCode !== null || child.signalCode !== null) return false;
      wasKilled = true;
      ready = false;
      return child.kill('SIGKILL');
    },
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const late = new AbortController();
      const patience = delay(20_000, undefined, { signal: late.signal }).then(
        () => child.kill('SIGKILL'),
        () => {},
      );
      await gone;
      late.abort();
      await patience;
    },
    deaths: () => deaths,
  };
}

async function isHealthy(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.status === 200;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function letGo(): void {
  agent.destroy();
}
