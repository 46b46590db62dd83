import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { areas, testsOf } from './areas.ts';
import { root, testFiles } from './run-tests.ts';

const deep = testFiles('deep');

test('a change of any folder of the service selects deep tests', () => {
  const folders = globSync('src/*/', { cwd: root }).map((folder) => `${folder}/`);
  const known = areas.flatMap(({ of }) => of);
  const forgotten = folders.filter((folder) => !known.some((at) => at.startsWith(folder)));
  assert.deepEqual(forgotten, []);
});

test('every deep test is of an area, and every area has deep tests', () => {
  const all = areas.flatMap(({ tests }) => tests);
  assert.deepEqual(
    deep.filter((file) => !all.some((at) => file.startsWith(at))),
    [],
  );
  assert.deepEqual(
    all.filter((at) => !deep.some((file) => file.startsWith(at))),
    [],
  );
});

test('a change selects the tests of its area, and one that concerns all selects all', () => {
  const ofAch = testsOf(['src/ach/files/inbox.ts'], deep);
  assert.ok(ofAch.length > 0 && ofAch.every((file) => file.startsWith('test/ach/')));
  assert.deepEqual(testsOf([ofAch[0]!], deep), ofAch);
  assert.deepEqual(testsOf(['test/fixture.ts'], deep), deep);
  assert.deepEqual(testsOf(['README.md', 'src/ach/files/windows.test.ts'], deep), ofAch);
  assert.deepEqual(testsOf(['README.md'], deep), []);
  const ofPayments = testsOf(['src/payments/refund.ts'], deep);
  for (const name of ['reconciliation/charges', 'cases/deaths', 'risk/simulation'])
    assert.ok(ofPayments.includes(`test/${name}.deep.ts`), name);
  for (const path of ['tools/build-portal.ts', 'clients/typescript/src/index.ts'])
    assert.ok(testsOf([path], deep).includes('test/browser/portal.deep.ts'), path);
  const served = testsOf(['test/v1/serve.ts'], deep);
  assert.ok(
    served.includes('test/browser/portal.deep.ts') &&
      !served.includes('test/ach/filing-size.deep.ts'),
  );
});
