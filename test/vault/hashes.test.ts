import assert from 'node:assert/strict';
import test from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { countedBytes } from '../fixture.ts';
import { scratchVault } from './scratch-vault.ts';

const randomBytes = countedBytes();

const pan = '4242424242424242';

test('fingerprints are the same for ever, and different for different values and contexts', async (t) => {
  const { open } = await scratchVault(t);
  const [ours, theirs] = [await open(), await open()];
  const print = ours.fingerprint(new Secret(pan));
  assert.equal(print.length, 17);
  assert.equal(print[0], 1);
  assert.deepEqual(theirs.fingerprint(new Secret(pan)), print);
  assert.deepEqual(ours.fingerprints(new Secret(pan)), [print]);
  assert.equal(ours.sameFingerprint(print, new Secret(pan)), true);
  assert.equal(ours.sameFingerprint(print, new Secret('4242424242424241')), false);
  assert.equal(ours.sameFingerprint(print, new Secret(pan), '021000021'), false);

  const values = [
    ours.fingerprint(new Secret(pan)),
    ours.fingerprint(new Secret(pan), '021000021'),
    ours.fingerprint(new Secret(pan), '021000022'),
    ours.fingerprint(new Secret(`021000021${pan}`)),
    ours.fingerprint(new Secret('2424242424242'), '424'),
    ours.fingerprint(new Secret('')),
    (await scratchVault(t).then((other) => other.open())).fingerprint(new Secret(pan)),
  ];
  assert.equal(new Set(values.map((value) => value.toString('hex'))).size, values.length);
});

test('a fingerprint of a version that is not known yet is a fault, not a no', async (t) => {
  const { open } = await scratchVault(t);
  const vault = await open();
  const stored = Buffer.concat([Buffer.of(2), randomBytes(16)]);
  assert.throws(() => vault.sameFingerprint(stored, new Secret(pan)), { code: 'key_unknown' });
  assert.equal(vault.sameFingerprint(Buffer.of(1), new Secret(pan)), false);
});

test('a shuffle key is the same for ever and another one for each business', async (t) => {
  const { open } = await scratchVault(t);
  const [ours, theirs] = [await open(), await open()];
  assert.equal(ours.derive('shuffle', 7n).length, 32);
  assert.deepEqual(ours.derive('shuffle', 7n), theirs.derive('shuffle', 7n));
  assert.notDeepEqual(ours.derive('shuffle', 7n), ours.derive('shuffle', 8n));
});

test('an API key hash says its version and tells nothing about the fingerprint of the same text', async (t) => {
  const { open } = await scratchVault(t);
  const vault = await open();
  const hashes = vault.hashApiKey(new Secret('qk_test_x'));
  assert.deepEqual(
    hashes.map((hash) => [hash.length, hash[0]]),
    [[33, 1]],
  );
  assert.notDeepEqual(
    hashes[0]!.subarray(1, 17),
    vault.fingerprint(new Secret('qk_test_x')).subarray(1),
  );
});

test('a stream is the same again for the same words and business, and like no other', async (t) => {
  const { open } = await scratchVault(t);
  const [ours, theirs] = [await open(), await open()];
  const draw = (vault: typeof ours, business: bigint, words: string) => {
    const bytes = vault.stream(business, words);
    return Buffer.concat([bytes(5), bytes(40), bytes(32)]).toString('hex');
  };
  const first = draw(ours, 7n, 'one');
  assert.equal(first.length, 2 * 77);
  assert.equal(draw(theirs, 7n, 'one'), first);
  const strangers = await scratchVault(t).then((other) => other.open());
  const others = [draw(ours, 7n, 'two'), draw(ours, 8n, 'one'), draw(strangers, 7n, 'one')];
  assert.equal(new Set([first, ...others]).size, 4);
  // No piece of it comes twice.
  assert.equal(new Set(first.match(/.{10}/g)).size, 15);
});
