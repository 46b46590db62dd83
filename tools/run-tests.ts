import { spawn } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '..');
/** Paths of all test files of a kind. */
export function testFiles(kind: 'test' | 'deep' | '{test,deep}'): string[] {
  return globSync(`{src,test,tools,packages/*/src,packages/*/test}/**/*.${kind}.ts`, {
    cwd: root,
  }).sort();
}

const bin = join(root, 'node_modules/.bin');
const cache = join(root, 'node_modules/.cache/quittance-tests');

/** Longest run of a whole set of test files, hanging or not. */
const runTimeoutMs = 3_600_000;

export type Finished = { readonly isGood: boolean; readonly output: string };

/** Runs a program of the project. Only exit code 0 is good: a signal or a missing program is not. */
export async function run(
  command: string,
  args: readonly string[],
  output: 'pipe' | 'inherit',
): Promise<Finished> {
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      NODE_COMPILE_CACHE: cache,
    },
    stdio: ['ignore', output, output],
    timeout: runTimeoutMs,
  });
  const stop = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, output: `${error.message}\n` }));
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop);
      resolve({ isGood: code === 0, output: text });
    });
  });
}

/** Arguments of Node.js's test runner. `setup`: whether the files share one server of PostgreSQL. */
export function testOptions({ setup, timeoutMs }: { setup: boolean; timeoutMs: number }): string[] {
  return [
    '--test',
    '--test-reporter=spec',
    ...(setup ? ['--test-global-setup=test/global-setup.ts'] : []),
    `--test-concurrency=${Math.max(2, availableParallelism())}`,
    `--test-timeout=${timeoutMs}`,
  ];
}

/** Every test file in a process of its own. */
export async function runEach(files: readonly string[], timeoutMs: number): Promise<boolean> {
  const options = testOptions({ setup: true, timeoutMs });
  const { isGood } = await run(process.execPath, [...options, ...files], 'inherit');
  return isGood;
}

const filesOfGroup = 25;

/**
 * Test files in groups, a process for each group. When a process ends before all files of its group did,
 * those files run again, each in a process of its own: the one that ends its process hides no other.
 */
export async function runInGroups(files: readonly string[], timeoutMs: number): Promise<boolean> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'groups-'));
  try {
    const count = Math.ceil(files.length / filesOfGroup);
    const groups = Array.from({ length: count }, (_, at) => {
      const entry = join(folder, `group-${String(at + 1).padStart(2, '0')}.mjs`);
      const finished = `${entry}.finished`;
      // Dealt out like cards: neighbours are alike, and so are the groups.
      const own = files.filter((_, i) => i % count === at);
      writeFileSync(entry, entryText(own, finished));
      return { entry, finished, own };
    });
    const isGood = await runEach(
      groups.map(({ entry }) => entry),
      timeoutMs,
    );
    const lost = groups.flatMap(({ finished, own }) => {
      const ended = existsSync(finished) ? readFileSync(finished, 'utf8').split('\n') : [];
      return own.every((file) => ended.includes(file)) ? [] : own;
    });
    if (lost.length === 0) return isGood;
    console.log('✖ a process ended before its tests did; its files run again one by one:');
    await runEach(lost, timeoutMs);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function entryText(files: readonly string[], finished: string): string {
  const group = pathToFileURL(join(root, 'test/group.ts')).href;
  return `import { runGroup } from '${group}';\nawait runGroup(${JSON.stringify(files)}, ${JSON.stringify(finished)});\n`;
}
