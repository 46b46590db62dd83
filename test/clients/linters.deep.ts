import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { prints, run, skipped } from './stock.ts';

/* Linters of others on our document. A newer version may have other rules, so where that is installed, they are not here. */
const path = 'docs/interface/openapi.json';
const ruleset = join(import.meta.dirname, 'spectral.yaml');
const linters = [
  {
    name: 'Redocly',
    program: 'redocly',
    version: '2.77.0',
    install: '@redocly/cli@2.77.0',
    args: ['lint', path, '--extends=recommended-strict', '--format=json'],
  },
  {
    name: 'Spectral',
    program: 'spectral',
    version: '6.16.3',
    install: '@stoplight/spectral-cli@6.16.3',
    args: ['lint', path, '--ruleset', ruleset, '--fail-severity=hint', '--format=json', '--quiet'],
  },
];
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

for (const { name, program, version, install, args } of linters) {
  const missing =
    !prints(version, program, '--version') && skipped(name, install, 'npm install --global');
  test(`${name} has nothing to say against the document`, { skip: missing }, async () => {
    const said = JSON.parse(await run([program, ...args], '', quiet));
    assert.deepEqual(said.problems ?? said, []);
  });
}
