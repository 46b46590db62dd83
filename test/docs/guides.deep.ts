import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { serveV1 } from '../v1/serve.ts';

const folder = join(import.meta.dirname, '../../docs/guides');
const quickStart = 'quick-start.md';
const names = readdirSync(folder).filter((name) => name !== quickStart);

/** The samples for a shell of all guides, in one script: it ends at the first call that is refused. */
const script = [quickStart, ...names].flatMap((name) => {
  const page = readFileSync(join(folder, name), 'utf8');
  const samples = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, sample]) => sample!);
  return samples.flatMap((sample, i) => [`echo "## ${name} ${i + 1}"`, sample]);
});

const { baseUrl, caller } = await serveV1({ after });

test('every sample of the guides is carried out as it is printed', async () => {
  assert.ok(script.length > 30);
  const text = [
    'set -euo pipefail',
    // A refusal ends it, and is shown.
    'curl() { command curl -sS --fail-with-body "$@"; echo; }',
    ...script,
  ].join('\n');
  const env = { PATH: process.env.PATH, BASE: baseUrl, KEY: caller.apiKey };
  const told = await promisify(execFile)('bash', ['-c', text], { env }).catch(
    (error: { stdout: string; stderr: string }) => {
      assert.fail(`${error.stdout.slice(-1500)}\n${error.stderr}`);
    },
  );
  assert.match(told.stdout, /## quick-start\.md 1\n\{[^\n]*"status":"captured"/);
  assert.match(told.stdout, /## subscriptions\.md 4\n/);
});
