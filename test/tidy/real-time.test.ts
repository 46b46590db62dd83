import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imports } from './planted-imports.ts';
import { reachedFrom } from './real-time.ts';

test('what the files of `npm test` import is followed into tests and tools, also where it is imported late', () => {
  const texts: Readonly<Record<string, string>> = {
    'src/payments/charge.test.ts': `${imports('./charge.ts')}${imports('../../test/shop.ts')}`,
    'src/payments/charge.deep.ts': imports('../../test/slow.ts'),
    'src/payments/charge.ts': '',
    'test/shop.ts': `export * from '../tools/rows.ts';\nimport './door.ts';`,
    'test/door.ts': "const { late } = await import('../packages/sandbox/test/late.ts');",
    'test/slow.ts': '',
    'tools/rows.ts': '',
    'packages/sandbox/test/late.ts': imports('./gone.ts'),
  };
  const reached = reachedFrom(new Set(Object.keys(texts)), (path) => texts[path]!);
  assert.deepEqual([...reached].sort(), [
    'packages/sandbox/test/late.ts',
    'src/payments/charge.test.ts',
    'test/door.ts',
    'test/shop.ts',
    'tools/rows.ts',
  ]);
});
