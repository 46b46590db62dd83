import { execFile } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** A command as an operator runs it, with the Node.js of the test; `input` is its standard input. */
export function runQuittance(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Ran> {
  const own = { ...process.env, LOG_LEVEL: 'error', DATABASE_URL: undefined, ...env };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, 'src/main.ts'), ...words],
      { env: own, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
      },
    );
    child.stdin!.end(input);
  });
}
