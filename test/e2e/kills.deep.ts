import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { seedOf, sizeOf } from '../size.ts';

const program = join(import.meta.dirname, '../campaign/run.ts');

test('services that die at named points lose nothing and double nothing', async () => {
  const kills = sizeOf({ gate: 4, usual: 6, full: 60 });
  const { code, output } = await run('--kills', `${kills}`, '--purchases', '120', '--days', '2');
  assert.match(output, /^0 findings\.$/m, output);
  assert.equal(code, 0, output);
  // Mostly at points of their own.
  const [, points] = /^points: (\d+) of \d+$/m.exec(output) ?? [];
  assert.ok(Number(points) >= 3, output);
  assert.match(output, /200 captured \d+/, output);
  assert.match(output, /200 follow-up succeeded \d+/, output);
});

test('a build that draws a reference for every send does not pass a campaign', async () => {
  const sabotage = ['--sabotage', 'draws-a-reference-for-every-send'];
  const { code, output } = await run(
    ...sabotage,
    '--kills',
    '1',
    '--purchases',
    '40',
    '--days',
    '1',
  );
  assert.match(output, /charged \d+ cents under \w+, for no payment/, output);
  assert.match(output, /^[1-9]\d* findings\.$/m, output);
  assert.equal(code, 1, output);
});

/** As `npm run campaign` does; the seed stands in its output. */
async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const seed = String(seedOf('e2e/kills'));
  const child = spawn(process.execPath, [program, '--clients', '6', '--seed', seed, ...args], {
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
