import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestAbove } from '../../portal/src/data/above.ts';

const parents: Readonly<Record<string, string | null>> = { a: null, b: 'a', c: 'b', d: 'c' };
const read = async (id: string) => ({ id, parentId: parents[id]! });

const member = (id: string, role: string) => ({ role, business: { id } });

test('the nearest membership above a business decides, in whatever order they come', async () => {
  const [far, near] = [member('a', 'administrator'), member('b', 'viewer')];
  for (const memberships of [
    [far, near],
    [near, far],
  ]) {
    const roleIn = async (id: string) =>
      (await nearestAbove(memberships, await read(id), read))?.role;
    assert.deepEqual(
      [await roleIn('a'), await roleIn('b'), await roleIn('c'), await roleIn('d')],
      ['administrator', 'viewer', 'viewer', 'viewer'],
    );
  }
});

test('a membership elsewhere gives nothing, and a business that may not be read ends the search', async () => {
  const elsewhere = [member('x', 'administrator')];
  assert.equal(await nearestAbove(elsewhere, await read('c'), read), undefined);
  const refuse = async (): Promise<never> => {
    throw new Error('not found');
  };
  await assert.rejects(nearestAbove(elsewhere, await read('c'), refuse), /not found/);
});
