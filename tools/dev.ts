import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
  process.stderr.write(`${readable(line)}\n`);
});

const colors: Readonly<Record<string, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

/** `10:41:07 info  server.listening  address=http://127.0.0.1:8080`; what is no event stays as it is. */
function readable(line: string): string {
  const entry = parse(line);
  if (!entry) return line;
  const { at, level, event, ...facts } = entry;
  const told = Object.entries(facts).map(([name, fact]) => `${name}=${text(fact)}`);
  const color = process.stderr.isTTY ? colors[String(level)] : undefined;
  const word = String(level).padEnd(5);
  const shown = color === undefined ? word : `\u001b[${color}m${word}\u001b[0m`;
  return [String(at).slice(11, 19), shown, String(event), ...told].join('  ');
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{"at":')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function text(fact: unknown): string {
  if (typeof fact !== 'object' || fact === null) return String(fact);
  const { stack, message } = fact as { stack?: unknown; message?: unknown };
  return String(stack ?? message ?? JSON.stringify(fact));
}
