import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseLogLine, readable } from '../src/cli/readable-log.ts';
import { root } from './run-tests.ts';

/*
 * `npm run dev`: the service, started again when a file that it loaded changes. Its data stays in the data folder,
 * and its log is written as lines for people.
 */
const child = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'src/main.ts'), 'all'],
  {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/quittance') },
    stdio: ['ignore', 'inherit', 'pipe'],
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
createInterface({ input: child.stderr }).on('line', (line) => {
  const entry = parseLogLine(line);
  process.stderr.write(`${entry ? readable(entry, process.stderr.isTTY) : line}\n`);
});
