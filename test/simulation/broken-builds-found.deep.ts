import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brokenBuilds } from './broken-builds.ts';
import { runSchedules } from './schedules.ts';

for (const [name, { found, seed }] of Object.entries(brokenBuilds)) {
  test(`a build that ${name} does not pass, by a schedule that the right one passes`, async (t) => {
    assert.deepEqual((await runSchedules(t, seed, 1)).findings, []);
    const words = [join(import.meta.dirname, 'broken-process.ts'), name, String(seed), '1'];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    const findings: string[] = JSON.parse(stdout);
    const isFound = findings.some((finding) => found.some((rule) => finding.startsWith(rule)));
    assert.ok(isFound, findings.join('\n') || 'nothing was found');
  });
}
