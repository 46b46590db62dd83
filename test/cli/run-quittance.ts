import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Env, Ran } from './office.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');

type How = {
  /** Its standard input. */
  readonly input?: string;
  readonly user?: { readonly uid: number; readonly gid: number };
};

/** A command as an operator runs it: a process of its own, with its exit code, its streams and its user. */
export function runQuittance(
  words: readonly string[],
  env: Env,
  { input = '', user }: How = {},
): Promise<Ran> {
  const own = { ...process.env, LOG_LEVEL: 'error', DATABASE_URL: undefined, ...env };
  return new Promise((resolve) => {
    const options = { env: own, maxBuffer: 64 * 1024 * 1024, ...user };
    const child = execFile(quittance, words, options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
    });
    child.stdin!.end(input);
  });
}
