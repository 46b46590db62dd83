import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { root, testFiles } from '../../tools/run-tests.ts';
import { missing } from '../browser/chromium.ts';

// Many more than are begun at once.
const browsers = testFiles('deep').filter((file) => file.startsWith('test/browser/'));

/** What starts no process runs in the first one. That hangs, and a process that is not the first fails. */
const planted = {
  'hangs.deep.ts': `import { test } from 'node:test';
    test('hangs', () => new Promise(() => setInterval(() => {}, 1000)));`,
  'fails.deep.ts': `import {} from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { join } from 'node:path';
    import { test } from 'node:test';
    test('fails', () => {
      writeFileSync(join(import.meta.dirname, 'pid'), String(process.pid));
      throw new Error('as planted');
    });`,
};

const programOf = (files: readonly string[]) => `
  import { runTests } from ${JSON.stringify(join(root, 'tools/run-tests.ts'))};
  const isGood = await runTests(${JSON.stringify(files)}, { testTimeoutMs: 1_200_000, isApart: true });
  process.exitCode = isGood ? 0 : 1;`;

test('a run that is told to stop says what failed and what did not end, and leaves no browser', {
  skip: missing,
}, async (t) => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'quittance-signal-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(planted)) await writeFile(join(folder, name), text);
  const [hanging, failing] = Object.keys(planted).map((name) => relative(root, join(folder, name)));
  const files = [hanging!, failing!, ...browsers];
  const path = join(folder, 'run.mjs');
  await writeFile(path, programOf(files));
  const node = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  node.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  const closed = once(node, 'close');
  const pid = join(folder, 'pid');
  while (!existsSync(pid)) await delay(50);
  // Who is no longer a child was heard to its end.
  while (existsSync(`/proc/${readFileSync(pid, 'utf8')}`)) await delay(50);
  while (!below(node.pid!).some(({ name }) => name.startsWith('chrom'))) await delay(50);
  const started = below(node.pid!);
  node.kill('SIGTERM');
  assert.deepEqual(await closed, [1, null]);

  const lines = said.split('\n').filter((line) => files.some((file) => line.endsWith(file)));
  assert.ok(lines.includes(`FAILED ${failing}`), said);
  assert.ok(lines.includes(`NOT ENDED ${hanging}`), said);
  assert.ok(
    lines.some((line) => /^NOT RUN /.test(line)),
    said,
  );
  while (started.some(isThere)) await delay(50);
});

type Process = { readonly pid: number; readonly name: string; readonly begun: string };

/** All that a process started, and what those started. */
function below(pid: number): Process[] {
  const all = readdirSync('/proc').flatMap((name) => statusOf(Number(name)) ?? []);
  const found: Process[] = [];
  for (const parents = [pid]; parents.length > 0; ) {
    const parent = parents.pop();
    const children = all.filter((one) => one.parent === parent);
    found.push(...children);
    parents.push(...children.map((one) => one.pid));
  }
  return found;
}

function isThere({ pid, begun }: Process): boolean {
  return statusOf(pid)?.begun === begun;
}

/** Undefined: there is none with this number, or it ended and nobody asked how. */
function statusOf(pid: number): (Process & { readonly parent: number }) | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name, rest] = /\((.*)\) (.*)/s.exec(text)!;
    const fields = rest!.split(' ');
    if (fields[0] === 'Z') return undefined;
    return { pid, name: name!, parent: Number(fields[1]), begun: fields[19]! };
  } catch {
    return undefined;
  }
}
