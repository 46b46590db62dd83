import { spawn } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { run as runFiles } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { buildPortal } from './build-portal.ts';
import { startsProcesses } from './imports.ts';

export const root = join(import.meta.dirname, '..');
/** Paths of all test files of a kind. */
export function testFiles(kind: 'test' | 'deep' | '{test,deep}'): string[] {
  return globSync(`{src,test,tools,packages/*/src,packages/*/test}/**/*.${kind}.ts`, {
    cwd: root,
  }).sort();
}

const cache = join(root, 'node_modules/.cache/quittance-tests');
process.env.PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
process.env.NODE_COMPILE_CACHE = cache;

export type Finished = { readonly isGood: boolean; readonly output: string };

/** Runs a program of the project. Only exit code 0 is good: a signal or a missing program is not. */
export async function run(command: string, args: readonly string[]): Promise<Finished> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  }
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, output: `${error.message}\n` }));
    child.once('close', (code) => resolve({ isGood: code === 0, output }));
  });
}

type RunOptions = {
  /** The longest that one test may run. */
  readonly testTimeoutMs: number;
  /** True: each file that starts processes needs one of its own. */
  readonly isApart?: boolean;
  /** Only tests whose name matches one of these. */
  readonly names?: RegExp[];
  /** False: no file needs the shared server of PostgreSQL. */
  readonly setup?: boolean;
};

/**
 * Test files, in as many processes at once as there are processors, or half as many again if each is apart; each takes one
 * file after the other. False if a test failed, or if a file did not end. On a signal it says of every file what is known of it.
 */
export async function runTests(files: readonly string[], options: RunOptions): Promise<boolean> {
  if (files.length === 0) return true;
  await buildPortal();
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'run-'));
  const inOrder = longestFirst(files);
  const processors = Math.max(2, availableParallelism());
  // Deep tests wait for browsers, servers and clients half of their time; the others keep a processor busy.
  const lanes = options.isApart ? Math.ceil(processors * 1.5) : processors;
  const apart = options.isApart ? inOrder.filter(startsProcesses) : [];
  const together = inOrder.filter((file) => !apart.includes(file));
  // Each loads the service, plans its statements and compiles what is hot: the fewer do, the better.
  const share = Math.max(1, Math.round((lanes * together.length) / files.length));
  const count = Math.min(share, Math.ceil(together.length / few));
  const processes = [
    // None of them ends while another has files to begin.
    ...entriesOf(together, { count, most: together.length }, folder),
    ...entriesOf(apart, { count: apart.length, most: 1 }, folder),
  ];
  const failed = new Set<string>();
  const stop = new AbortController();
  const report = () => reportFiles(inOrder, folder, failed);
  const onSignal = () => {
    report();
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, onSignal);
  try {
    const events = runFiles({
      files: processes,
      concurrency: lanes,
      // Tests leave much behind that is young: without room for it, a tenth of the time is spent on collecting it.
      execArgv: ['--max-semi-space-size=128', `--test-timeout=${options.testTimeoutMs}`],
      ...((options.setup ?? true) && { globalSetupPath: join(root, 'test/global-setup.ts') }),
      testNamePatterns: options.names ?? [],
      signal: stop.signal,
    });
    // Heard at once: Node.js holds `test:fail` back until all processes that began before have ended.
    events.on('test:complete', ({ name, nesting, details }) => {
      if (nesting === 0 && !details.passed) failed.add(name);
    });
    for await (const text of events.compose(spec)) process.stdout.write(text);
    return !stop.signal.aborted && report() && failed.size === 0;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    keepSeconds(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Not worth a process of their own. */
const few = 5;

/** So many programs that together run these files, each at most so many. */
function entriesOf(
  files: readonly string[],
  { count, most }: { readonly count: number; readonly most: number },
  folder: string,
): string[] {
  const group = pathToFileURL(join(root, 'test/group.ts')).href;
  const given = [files, folder, most].map((one) => JSON.stringify(one)).join(', ');
  return Array.from({ length: count }, (_, at) => {
    const entry = join(folder, `${encodeURIComponent(files[at]!)}.mjs`);
    writeFileSync(entry, `import { runGroup } from '${group}';\nawait runGroup(${given});\n`);
    return entry;
  });
}

/**
 * Names the files that took longest, and those that did not end: begun ones took their process with them, or were cut off.
 * True if all ended.
 */
function reportFiles(
  files: readonly string[],
  folder: string,
  failed: ReadonlySet<string>,
): boolean {
  const ended = secondsOfFiles(join(folder, 'ended'));
  if (ended.size > mostShown) console.log(slowest(ended).join('\n'));
  const open = files.flatMap((file) => {
    if (ended.has(file)) return [];
    const isBegun = existsSync(join(folder, encodeURIComponent(file)));
    return [`${isBegun ? 'NOT ENDED' : 'NOT RUN'} ${file}`];
  });
  if (open.length === 0) return true;
  const bad = files.filter((file) => failed.has(file)).map((file) => `FAILED ${file}`);
  const passed = files.length - open.length - bad.length;
  console.log([`passed: ${passed} files`, ...bad, ...open].join('\n'));
  return false;
}

const mostShown = 10;

function slowest(ended: ReadonlyMap<string, number>): string[] {
  const files = [...ended].sort(([, one], [, other]) => other - one).slice(0, mostShown);
  const lines = files.map(([file, seconds]) => `${seconds.toFixed(1).padStart(6)} s ${file}`);
  return ['slowest files:', ...lines];
}

function secondsOfFiles(path: string): Map<string, number> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  return new Map(
    lines.map((line) => {
      const [seconds, file = ''] = line.split(' ');
      return [file, Number(seconds)];
    }),
  );
}

/** Lines as in `ended`: what each file took when it last ended here. */
const lastSeconds = join(cache, 'seconds');

function keepSeconds(folder: string): void {
  const all = new Map([...secondsOfFiles(lastSeconds), ...secondsOfFiles(join(folder, 'ended'))]);
  const there = [...all].filter(([file]) => existsSync(join(root, file)));
  const lines = there.map(([file, seconds]) => `${seconds} ${file}\n`);
  if (lines.length > 0) writeFileSync(lastSeconds, lines.join(''));
}

/** A long file that begins last keeps the others waiting. One that never ended here is taken for longest, by its size. */
function longestFirst(files: readonly string[]): string[] {
  const seconds = secondsOfFiles(lastSeconds);
  const cost = new Map(files.map((file) => [file, seconds.get(file) ?? unknown + sizeOf(file)]));
  return [...files].sort((one, other) => cost.get(other)! - cost.get(one)!);
}

const unknown = 100_000;

/** A file of a few lines calls a campaign that stands elsewhere, and takes longest. */
function sizeOf(file: string): number {
  const { size } = statSync(join(root, file));
  return size < campaignSize ? unknown : size;
}

const campaignSize = 1000;
