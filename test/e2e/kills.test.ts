import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const program = join(import.meta.dirname, '../campaign/run.ts');

test('six kills of services and database lose nothing and double nothing', async () => {
  const { code, output } = await run('--kills', '6');
  assert.match(output, /^0 findings\.$/m, output);
  assert.equal(code, 0, output);
  assert.ok(killsIn(output) >= 6, output);
  assert.match(output, /200 captured \d+/, output);
});

test('a build that draws a reference for every send does not pass a campaign', async () => {
  const { code, output } = await run('--sabotage', 'fresh-reference', '--kills', '2');
  assert.match(output, /charged \d+ cents under \w+, for no payment/, output);
  assert.match(output, /^[1-9]\d* findings\.$/m, output);
  assert.equal(code, 1, output);
});

function killsIn(output: string): number {
  const [, killed = ''] = /^kills: (.*);/m.exec(output) ?? [];
  return [...killed.matchAll(/\d+/g)].reduce((sum, [times]) => sum + Number(times), 0);
}

/** As `npm run campaign` does; the seed stands in its output. */
async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, '--clients', '6', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
