import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membershipIn, nearestAbove } from '../../portal/src/data/above.ts';

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

test('a business below shows its own clock and not that of the one above it', () => {
  const now = '2030-01-15T15:00:00.000Z';
  const terms = { environment: 'sandbox', timeZone: 'America/New_York', currency: 'USD' } as const;
  const plain = { ...terms, status: 'payments_enabled' } as const;
  const above = { ...plain, id: '1', name: 'Above', isRoot: true, now, clockAheadSeconds: 7200 };
  const membership = {
    userId: '5',
    name: 'Ann',
    role: 'operator',
    rights: [],
    business: above,
  } as const;
  const contact = { email: null, phone: null, mobileNumber: null, language: null, details: {} };
  const details = (id: string, clockAheadSeconds: number) => ({
    ...{ ...plain, ...contact, id, clockAheadSeconds, name: 'Below', parentId: '1' },
    ...{ username: 'one', typeId: '1', services: [] },
  });
  const shown = (id: string, seconds: number) => {
    const { business } = membershipIn(membership, details(id, seconds));
    return [business.id, business.isRoot, business.now, business.clockAheadSeconds];
  };
  assert.deepEqual(shown('2', 0), ['2', false, '2030-01-15T13:00:00.000Z', 0]);
  assert.deepEqual(shown('2', 10_800), ['2', false, '2030-01-15T16:00:00.000Z', 10_800]);
  assert.deepEqual(shown('1', 7200), ['1', true, now, 7200]);
  assert.deepEqual(shown('1', 10_800), ['1', true, '2030-01-15T16:00:00.000Z', 10_800], 'moved on');
});
