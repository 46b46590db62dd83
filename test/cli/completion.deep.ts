import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { commands } from '../../src/cli/index.ts';
import { scratch } from '../embedded.ts';
import { officeOf } from './office.ts';

const run = promisify(execFile);

async function scriptFor(t: TestContext, shell: string): Promise<string> {
  const { code, out, err } = await officeOf({}).run('completion', shell);
  assert.equal(code, 0, err);
  const file = join(await scratch(t), `_quittance.${shell}`);
  await writeFile(file, out);
  return file;
}

const cases: readonly (readonly [typed: readonly string[], offered: readonly string[]])[] = [
  [['pay-l'], ['pay-link']],
  [['business', 'susp'], ['suspend']],
  [['help', 'compl'], ['completion']],
  [['help', 'clock', 'adv'], ['advance']],
  [['payment', 'list', '--lim'], ['--limit']],
  [
    ['completion', ''],
    ['--help', 'bash', 'fish', 'zsh'],
  ],
  [
    ['webhooks', 'set-events', '--kind', ''],
    ['customers', 'messages', 'payments'],
  ],
  [['no-such-command', 'x'], []],
];

test('bash completes every command, its options and their values from the table', async (t) => {
  const file = await scriptFor(t, 'bash');
  const program = `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _quittance; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const complete = async (typed: readonly string[]) => {
    const { stdout } = await run('bash', ['-c', program, 'bash', file, 'quittance', ...typed]);
    return stdout.split('\n').filter(Boolean);
  };
  for (const [typed, offered] of cases)
    assert.deepEqual(await complete(typed), offered, typed.join(' '));
  const firsts = new Set(Object.keys(commands).map((name) => name.split(' ')[0]!));
  assert.deepEqual(
    (await complete([''])).sort(),
    [...firsts, '--help', '--version', 'help'].sort(),
  );
  // The name under which bash looks for the function, also behind a path.
  const { stdout } = await run('bash', ['-c', '. "$1"; complete -p quittance', 'bash', file]);
  assert.match(stdout, /-F _quittance quittance/);
});

function found(shell: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, shell)));
}

test('zsh reads its script and offers the same words', {
  skip: !found('zsh') && 'SKIPPED: zsh is not installed',
}, async (t) => {
  const file = await scriptFor(t, 'zsh');
  const program = `compdef() { :; }; _files() { :; }
    compadd() { shift; for one; do if [[ $one == "$wanted"* ]]; then print -r -- "$one"; fi; done; }
    source "$1"; shift; words=("$@"); CURRENT=$#; wanted="$words[-1]"; _quittance`;
  for (const [typed, offered] of cases) {
    const { stdout } = await run('zsh', ['-fc', program, 'zsh', file, 'quittance', ...typed]);
    assert.deepEqual(stdout.split('\n').filter(Boolean), offered, typed.join(' '));
  }
});

test('fish reads its script and offers the same words', {
  skip: !found('fish') && 'SKIPPED: fish is not installed',
}, async (t) => {
  const file = await scriptFor(t, 'fish');
  for (const [typed, offered] of cases) {
    const line = ['quittance', ...typed].join(' ');
    const { stdout } = await run('fish', ['-Nc', `source ${file}; complete -C '${line}'`]);
    const words = stdout.split('\n').flatMap((one) => one.split('\t')[0] || []);
    // fish has an order of its own: options come last.
    assert.deepEqual(words.sort(), offered, typed.join(' '));
  }
});
