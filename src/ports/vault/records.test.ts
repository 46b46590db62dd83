import assert from 'node:assert/strict';
import test from 'node:test';
import { countedBytes } from '../../../test/fixture.ts';
import { Secret } from '../../kernel/secret.ts';
import { keyBytes, nonceBytes, takeKey } from './cipher.ts';
import type { WrappedDataKey } from './data-key-store.ts';
import { newDataKey, unwrapDataKey } from './data-keys.ts';
import { openRecord, type SealedRecord, sealRecord } from './records.ts';

const randomBytes = countedBytes();

const doesNotOpen = { code: 'does_not_open' };
const key = takeKey(randomBytes(keyBytes));

// The very same key: only the name differs.
const sealed = sealRecord(
  { businessId: 7n, owner: 'payment:1', field: 'card_number' },
  { version: 3, key },
  randomBytes(nonceBytes),
  new Secret('4242424242424242'),
);

const others: Readonly<Record<string, Partial<SealedRecord>>> = {
  'of another business': { businessId: 8n },
  'of another owner': { owner: 'payment:2' },
  'in another field': { field: 'account_number' },
  'under another version of the key': { keyVersion: 4 },
};

test('a record opens under the name that it was sealed under', () => {
  assert.equal(openRecord(key, sealed).reveal(), '4242424242424242');
});

for (const [which, name] of Object.entries(others)) {
  test(`a record ${which} does not open, though the key is the same`, () => {
    assert.throws(() => openRecord(key, { ...sealed, ...name }), doesNotOpen);
  });
}

test('a record does not open where the border between owner and field was moved', () => {
  const as = (owner: string, field: string) =>
    ({ businessId: 7n, owner, field }) as Pick<SealedRecord, 'businessId' | 'owner' | 'field'>;
  const value = new Secret('4242');
  const record = sealRecord(as('a\nb', 'c'), { version: 1, key }, randomBytes(nonceBytes), value);
  assert.throws(() => openRecord(key, { ...record, ...as('a', 'b\nc') }), doesNotOpen);
});

const root = { version: 2, rotation: 0, createdAt: new Date(0), key };
const wrapped = newDataKey(7n, 5, root, randomBytes);

const otherPlaces: Readonly<Record<string, [bigint, Partial<WrappedDataKey>]>> = {
  'of another business': [8n, {}],
  'named as another version': [7n, { version: 6 }],
  'under another version of the root': [7n, { rootVersion: 3 }],
};

test('a data key opens in the place that it was wrapped for', () => {
  assert.equal(unwrapDataKey(7n, wrapped, root).symmetricKeySize, keyBytes);
});

for (const [which, [businessId, changes]] of Object.entries(otherPlaces)) {
  test(`a data key ${which} does not open, though the root is the same`, () => {
    assert.throws(() => unwrapDataKey(businessId, { ...wrapped, ...changes }, root), doesNotOpen);
  });
}
