import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const program = join(import.meta.dirname, '../campaign/run.ts');

test('services that die at named points lose nothing and double nothing', async () => {
  // It ends with the last kill, whatever time a machine needs for them.
  const { code, output } = await run('--kills', '6', '--days', '2', '--seconds', '900');
  assert.match(output, /^0 findings\.$/m, output);
  assert.equal(code, 0, output);
  // At points of their own, but for those that waited for one in vain, as happens where a service is slow.
  const [, points, all] = /^points: (\d+) of (\d+)$/m.exec(output) ?? [];
  assert.ok(Number(points) >= 3, output);
  assert.ok(Number(all) >= 80, output);
  assert.match(output, /200 captured \d+/, output);
  assert.match(output, /200 follow-up succeeded \d+/, output);
});

test('a build that draws a reference for every send does not pass a campaign', async () => {
  const args = [
    '--sabotage',
    'draws-a-reference-for-every-send',
    '--kills',
    '1',
    '--seconds',
    '4',
    '--days',
    '1',
  ];
  const { code, output } = await run(...args);
  assert.match(output, /charged \d+ cents under \w+, for no payment/, output);
  assert.match(output, /^[1-9]\d* findings\.$/m, output);
  assert.equal(code, 1, output);
});

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
