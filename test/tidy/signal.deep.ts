import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { root, testFiles } from '../../tools/run-tests.ts';
import { missing } from '../browser/chromium.ts';

// Many more than are begun at once.
const files = testFiles('deep').filter((file) => file.startsWith('test/browser/'));
const program = `
  import { runTests } from ${JSON.stringify(join(root, 'tools/run-tests.ts'))};
  const isGood = await runTests(${JSON.stringify(files)}, { testTimeoutMs: 1_200_000, isApart: true });
  process.exitCode = isGood ? 0 : 1;`;

test('a run that is told to stop says what did not end, and leaves no browser', {
  skip: missing,
}, async (t) => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'quittance-signal-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'run.mjs');
  await writeFile(path, program);
  const node = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  node.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  const closed = once(node, 'close');
  while (!below(node.pid!).some(({ name }) => name.startsWith('chrom'))) await delay(50);
  const started = below(node.pid!);
  node.kill('SIGTERM');
  assert.deepEqual(await closed, [1, null]);

  const lines = said.split('\n').filter((line) => files.some((file) => line.endsWith(file)));
  assert.ok(
    lines.some((line) => /^NOT ENDED /.test(line)),
    said,
  );
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
