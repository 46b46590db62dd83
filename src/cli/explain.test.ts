import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedError } from './command.ts';
import { explain } from './explain.ts';

const ofServer = (code: string, message: string) =>
  Object.assign(new Error(message), { code, severity: 'FATAL' });

test('an expected error and one of the files or the room of the database is a sentence', () => {
  assert.equal(explain(new ExpectedError('say less')), 'say less');
  const message = 'could not access directory "base/5": Permission denied';
  assert.equal(explain(ofServer('42501', message)), `PostgreSQL says: ${message}`);
  assert.equal(explain(ofServer('53100', 'No space left')), 'PostgreSQL says: No space left');
});

test('an error in a statement of ours has its stack', () => {
  assert.match(explain(ofServer('42703', 'column "x" does not exist')), /\n +at /);
});
