import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';

/*
 * `npm test`: everything that must hold before a change goes in, the quick looks first. A failed look does
 * not keep the tests from running, so that one run tells all there is to put right.
 */
const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const tests = globSync('{src,test,tools}/**/*.test.ts', { cwd: root }).sort();

const looks: readonly (readonly [what: string, command: string, ...args: string[]])[] = [
  ['types', 'tsc', '--noEmit'],
  ['style', 'biome', 'ci', '--error-on-warnings', '--colors=off', '.'],
  ['nothing unused', 'knip', '--no-config-hints'],
  // What is allowed there serves tests and tools, and lies where what it belongs to lies.
  [
    'nothing for tests alone',
    'knip',
    '--production',
    '--config=knip.production.json',
    '--no-config-hints',
  ],
];
// Hundreds of files are run by as many processes: what one has compiled the others need not compile again.
const compiled = join(root, 'node_modules/.cache/quittance-tests');
const testRunner = [
  '--test',
  '--test-reporter=spec',
  '--test-global-setup=test/global-setup.ts',
  // Files wait for the database about half of their time.
  `--test-concurrency=${Math.max(2, availableParallelism())}`,
  '--test-timeout=600000',
];

const failed: string[] = [];
for (const [what, command, ...args] of looks) {
  const begun = performance.now();
  const { isGood, output } = await run(join(bin, command), args, 'pipe');
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${isGood ? '✔' : '✖'} ${what}: ${command} ${args.join(' ')} (${seconds} s)`);
  if (isGood) continue;
  failed.push(what);
  process.stdout.write(output);
}
if (failed.length > 0) console.log(`✖ failed before the tests: ${failed.join(', ')}; see above`);

console.log(`  tests: ${tests.length} files`);
const { isGood } = await run(process.execPath, [...testRunner, ...tests], 'inherit');
process.exitCode = isGood && failed.length === 0 ? 0 : 1;

/** Good is an exit code of 0 and nothing else: not a signal, not a program that is missing. */
async function run(
  command: string,
  args: readonly string[],
  output: 'pipe' | 'inherit',
): Promise<{ isGood: boolean; output: string }> {
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: ['ignore', output, output],
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
