import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd, type Scope } from './scope.ts';

/** Ends like node:test: hooks run one after the other until one fails, also those that a hook adds. */
function scripted(): Scope & { end(): Promise<void> } {
  const hooks: (() => Promise<void>)[] = [];
  return {
    after: (work) => hooks.push(work),
    async end() {
      for (const hook of hooks) await hook();
    },
  };
}

test('what is to be closed is closed, although something before it fails', async () => {
  const scope = scripted();
  const done: string[] = [];
  atEnd(scope, () => {
    throw new Error('a job was left leased');
  });
  atEnd(scope, () => done.push('database'));
  scope.after(async () => {
    done.push('a hook of the test itself');
  });
  await assert.rejects(scope.end(), /a job was left leased/);
  assert.deepEqual(done, ['a hook of the test itself', 'database']);
});

test('everything that failed is named', async () => {
  const scope = scripted();
  atEnd(scope, () => Promise.reject(new Error('one')));
  atEnd(scope, () => Promise.reject(new Error('two')));
  await assert.rejects(scope.end(), ({ errors }: AggregateError) => {
    assert.deepEqual(errors.map(String), ['Error: one', 'Error: two']);
    return true;
  });
});
