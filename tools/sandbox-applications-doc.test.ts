import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sandboxApplicationsDoc } from './sandbox-applications-doc.ts';

test('the checked-in page about applications in the sandbox is current', () => {
  const page = new URL('../docs/interface/sandbox-applications.md', import.meta.url);
  const hint = 'run: npx node tools/sandbox-applications-doc.ts';
  assert.equal(readFileSync(page, 'utf8'), sandboxApplicationsDoc(), hint);
});
