import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** A command line that a clerk is asked to run, and what came of it. */
export type Asked = { readonly n: number; readonly words: readonly string[] };
export type Told = {
  readonly n: number;
  readonly code: number;
  readonly out: string;
  readonly err: string;
};

/**
 * Runs command lines in one process with this environment, which begins with the first of them and ends with the test.
 * Standard input is empty.
 */
export function openClerk(env: NodeJS.ProcessEnv): (words: readonly string[]) => Promise<Told> {
  const waiting = new Map<number, (told: Told) => void>();
  let process_: ChildProcess | undefined;
  let asked = 0;

  const begin = (): ChildProcess => {
    const child = fork(join(import.meta.dirname, 'clerk-process.ts'), {
      env,
      execArgv: ['--max-semi-space-size=8'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.on('message', (told: Told) => waiting.get(told.n)?.(told));
    child.on('exit', (code) => {
      process_ = undefined;
      const err = `the process of the commands ended with ${code}\n`;
      for (const [n, tell] of waiting) tell({ n, code: -1, out: '', err });
    });
    return child;
  };

  return (words) => {
    process_ ??= begin();
    const child = process_;
    asked += 1;
    const n = asked;
    return new Promise((resolve) => {
      waiting.set(n, (told) => {
        waiting.delete(n);
        // Nobody waits for a clerk who has nothing to do.
        if (waiting.size === 0) child.channel?.unref();
        resolve(told);
      });
      child.channel?.ref();
      child.send({ n, words } satisfies Asked);
    });
  };
}
