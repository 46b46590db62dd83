import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strictLog } from './strict-log.ts';

const now = () => new Date('2030-01-15T15:00:00Z');

test('the first error is thrown: itself, or as the log writes its facts', () => {
  const one = strictLog(now);
  one.log.warn('worker.slow');
  one.log.error('case.opened', { businessId: 100_002n });
  one.check();
  one.log.error('ach.too_many_files', { businessId: 100_002n, count: 36 });
  one.log.error('worker.failed', { error: new Error('a later one') });
  assert.throws(one.check, /"event":"ach.too_many_files","businessId":"100002","count":36/);

  const other = strictLog(now);
  const error = new Error('the bank fell down');
  other.log.error('job.failed', { businessId: 100_002n, error });
  assert.throws(other.check, (thrown) => thrown === error);
});
