import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../src/cli/command.ts';
import {
  clearingFile,
  findNamed,
  object,
  objectOption,
  refuseWithoutBusiness,
  withBusiness,
} from '../../src/cli/names.ts';
import { readWords, usageOf } from '../../src/cli/words.ts';
import { makeFixture } from '../fixture.ts';

const words = withBusiness({ payment: object, before: objectOption });

test('a command with an object takes --business, too', () => {
  assert.equal(usageOf(words), 'BUSINESS/ID [--before BUSINESS/ID] [--business ID|USERNAME]');
});

test('an object is the same by each of its names, and one of another business is refused', async (t) => {
  const fixture = await makeFixture(t);
  const { business } = await fixture.addBusiness({ username: 'flowers' });
  const { id } = business;
  const read = async (...given: string[]) => {
    const typed = readWords(words, given);
    refuseWithoutBusiness(words, typed);
    return await findNamed(fixture.db, words, typed);
  };
  const key = { businessId: id, id: 7n };
  for (const given of [
    [`${id}/7`],
    ['7', '--business', String(id)],
    ['7', '--business', 'flowers'],
    [`${id}/7`, '--business', 'flowers'],
  ]) {
    assert.deepEqual((await read(...given)).payment, key, given.join(' '));
  }
  const both = await read('7', '--before', `${id}/9`, '--business', 'flowers');
  assert.deepEqual([both.payment, both.before], [key, { businessId: id, id: 9n }]);

  await assert.rejects(read(`${id + 1n}/7`, '--business', 'flowers'), {
    message: `${id + 1n}/7 is not of business ${id}`,
  });
  await assert.rejects(read('7', '--business', 'nobody'), {
    message: 'there is no business nobody',
  });
  assert.throws(
    () => refuseWithoutBusiness(words, readWords(words, ['7'])),
    (fault) => fault instanceof UsageError && /BUSINESS\/7, or --business/.test(fault.message),
  );
});

test('a file without a business is one of the platform', async (t) => {
  const { db } = await makeFixture(t);
  const files = withBusiness({ file: clearingFile });
  for (const given of [['7'], ['0/7'], ['7', '--business', '0']]) {
    const typed = readWords(files, given);
    refuseWithoutBusiness(files, typed);
    assert.deepEqual((await findNamed(db, files, typed)).file, { businessId: 0n, id: 7n });
  }
});
