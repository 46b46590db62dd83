import { changedTests } from './areas.ts';
import { run, runTests, testFiles } from './run-tests.ts';

/*
 * `npm test`: types, style, unused code and `*.test.ts`. `npm run test:deep`: `*.deep.ts`, each that starts
 * processes in one of its own; with `-- --changed [commit]` those of the areas that changed since. Failed checks do not keep
 * the tests from running: one run names every failure.
 */
const isDeep = process.argv[2] === 'deep';
// Beside the tests threads save no time: on one the compiler needs a third less of the processors.
const alone = ['--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile'];
const checks: readonly (readonly [what: string, command: string, ...args: string[]])[] = [
  ['types', 'tsc', ...alone, 'node_modules/.cache/types.json'],
  ['types of the portal', 'tsc', '-p', 'portal', ...alone, 'node_modules/.cache/portal-types.json'],
  ['style', 'biome', 'ci', '--error-on-warnings', '--colors=off', '.'],
  ['unused', 'knip', '--no-config-hints'],
  [
    'used by tests alone',
    'knip',
    '--production',
    '--config=knip.production.json',
    '--no-config-hints',
  ],
];

// A compiler has ended before it is short of memory: to collect garbage takes it a quarter of its time.
process.env.GOGC ??= 'off';
process.env.TEST_SIZE ??= isDeep ? 'usual' : 'gate';
const changed = process.argv.indexOf('--changed') + 1;
const files =
  changed > 0 ? changedTests(process.argv[changed]) : testFiles(isDeep ? 'deep' : 'test');
console.log(`  tests: ${files.length} files`);
// One after the other beside the tests: the compiler would use every processor.
const [complaints, isGood] = await Promise.all([
  isDeep ? '' : runChecks(),
  runTests(files, { testTimeoutMs: isDeep ? 1_200_000 : 300_000, isApart: isDeep }),
]);
process.stdout.write(complaints);
process.exitCode = isGood && complaints === '' ? 0 : 1;

/** What failed, to be said once more at the end. */
async function runChecks(): Promise<string> {
  let complaints = '';
  for (const [what, command, ...args] of checks) {
    const begun = performance.now();
    const { isGood, output } = await run(command, args);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${isGood ? '✔' : '✖'} ${what}: ${command} ${args.join(' ')} (${seconds} s)`);
    if (!isGood) complaints += `✖ ${what}: ${command} ${args.join(' ')}\n${output}`;
  }
  return complaints;
}
