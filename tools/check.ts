import { run, runEach, runInGroups, testFiles } from './run-tests.ts';

/*
 * `npm test`: types, style, unused code and every test that is no campaign. `npm run test:deep`: the others,
 * each file in a process of its own. Failed checks do not keep the tests from running: one run names every failure.
 */
const isDeep = process.argv[2] === 'deep';
const checks: readonly (readonly [what: string, command: string, ...args: string[]])[] = [
  ['types', 'tsc', '--noEmit'],
  ['types of the portal', 'tsc', '--project', 'portal'],
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

const failed: string[] = [];
for (const [what, command, ...args] of isDeep ? [] : checks) {
  const begun = performance.now();
  const { isGood, output } = await run(command, args, 'pipe');
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${isGood ? '✔' : '✖'} ${what}: ${command} ${args.join(' ')} (${seconds} s)`);
  if (isGood) continue;
  failed.push(what);
  process.stdout.write(output);
}
if (failed.length > 0) console.log(`✖ failed before the tests: ${failed.join(', ')}; see above`);

const files = testFiles(isDeep ? 'deep' : 'test');
console.log(`  tests: ${files.length} files`);
const isGood = isDeep ? await runEach(files, 1_200_000) : await runInGroups(files, 600_000);
process.exitCode = isGood && failed.length === 0 ? 0 : 1;
