import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawing, sizeOf } from '../size.ts';

const program = join(import.meta.dirname, '../campaign/run.ts');

const campaign = { name: 'e2e/kills' };

test('services that die at named points lose nothing and double nothing', async () => {
  await drawing(campaign, async (seed) => {
    const kills = sizeOf({ gate: 4, usual: 6, full: 60 });
    const args = ['--kills', `${kills}`, '--purchases', '120', '--days', '2'];
    const { code, output } = await run(seed, args);
    assert.match(output, /^0 findings\.$/m, output);
    assert.equal(code, 0, output);
    // Mostly at points of their own.
    const [, points] = /^points: (\d+) of \d+$/m.exec(output) ?? [];
    assert.ok(Number(points) >= 3, output);
    assert.match(output, /200 captured \d+/, output);
    assert.match(output, /200 follow-up succeeded \d+/, output);
  });
});

test('a build that draws a reference for every send does not pass a campaign', async () => {
  await drawing(campaign, async (seed) => {
    const sabotage = ['--sabotage', 'draws-a-reference-for-every-send'];
    const few = ['--kills', '1', '--purchases', '40', '--days', '1'];
    const { code, output } = await run(seed, [...sabotage, ...few]);
    assert.match(output, /charged \d+ cents under \w+, for no payment/, output);
    assert.match(output, /^[1-9]\d* findings\.$/m, output);
    assert.equal(code, 1, output);
  });
});

/** As `npm run campaign` does. */
async function run(
  seed: number,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const all = [program, '--clients', '6', '--seed', String(seed), ...args];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
