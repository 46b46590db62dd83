import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A server beside the service, in a process of its own. */
export type Forked = {
  readonly process: ChildProcess;
  readonly port: number;
  readonly stop: () => Promise<void>;
};

const ownNode = join(import.meta.dirname, '../node_modules/.bin/node');

/** Runs a program of this folder, which takes one message and answers it with its port. */
export async function startForked(
  program: string,
  order: object,
  { execArgv = [], signal }: { readonly execArgv?: string[]; readonly signal?: AbortSignal } = {},
): Promise<Forked> {
  const child = fork(join(import.meta.dirname, program), {
    // What runs the service, too.
    execPath: existsSync(ownNode) ? ownNode : process.execPath,
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  try {
    child.send(order);
    const ended = gone.then(() => {
      throw new Error(`${program} ended while it was starting`);
    });
    const [port] = (await Promise.race([once(child, 'message', { signal }), ended])) as [number];
    return { process: child, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
