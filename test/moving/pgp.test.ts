import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createMessage, encrypt, generateKey, type PrivateKey, type PublicKey } from 'openpgp';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { unwatched } from '../../src/kernel/progress.ts';
import { customerKind } from '../../src/moving/customers.ts';
import { importRows } from '../../src/moving/import.ts';
import { decryptFile } from '../../src/moving/pgp.ts';
import { privateKeyIn, receiverIn, senderIn } from '../../src/moving/pgp-keys.ts';
import { readRows } from '../../src/moving/read-rows.ts';
import { tokenKind } from '../../src/moving/tokens.ts';
import { makeFixture } from '../fixture.ts';
import { importInto } from './mover.ts';

async function pairOf(name: string) {
  return await generateKey({ userIDs: [{ name }], format: 'object' });
}

async function writer(t: TestContext) {
  const folder = await scratch(t);
  return async (name: string, contents: string | Uint8Array) => {
    const file = join(folder, name);
    await writeFile(file, contents);
    return file;
  };
}

async function locked(text: string, receiver: PublicKey, signer?: PrivateKey) {
  const message = await createMessage({ text });
  const signing = signer && { signingKeys: signer };
  return await encrypt({ message, encryptionKeys: receiver, ...signing, format: 'binary' });
}

async function textOf(file: string, key: PrivateKey, sender?: PublicKey): Promise<string> {
  const pieces = decryptFile(file, { key, sender, progress: unwatched });
  return Buffer.concat(await Array.fromAsync(pieces)).toString();
}

test('a card file is imported in text and in binary form, with a key under a passphrase', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const shop = await fixture.addBusiness();
  await importInto(world, shop, customerKind, [{ id: 'A-1' }]);
  const write = await writer(t);
  const passphrase = 'open sesame';
  const pair = await generateKey({ userIDs: [{ name: 'Receiver' }], passphrase, format: 'object' });
  const keyFile = await write('key.asc', pair.privateKey.armor());
  const rows = Array.from({ length: 1200 }, (_, n) => `P-${n},A-1,4242424242424242,12,2044\n`);
  const text = `id,customer,number,expiryMonth,expiryYear\n${rows.join('')}`;
  const message = await createMessage({ text });
  const armored = await encrypt({ message, encryptionKeys: pair.publicKey });
  await assert.rejects(privateKeyIn(keyFile, undefined), /has a passphrase/);
  const key = await privateKeyIn(keyFile, passphrase);
  const read = async (file: string) =>
    await importRows(world, {
      business: shop.business,
      kind: tokenKind('sandbox'),
      rows: readRows(decryptFile(file, { key, sender: undefined, progress: unwatched }), 'csv'),
      isDry: false,
      async report() {},
    });
  assert.equal((await read(await write('cards.csv.asc', armored))).created, 1200);
  const binary = await locked(text, pair.publicKey);
  assert.equal((await read(await write('cards.csv.pgp', binary))).exists, 1200);
});

test('of a file that cannot be used it is said why, and none of it is read', async (t) => {
  const write = await writer(t);
  const [own, stranger] = [await pairOf('Own'), await pairOf('Stranger')];
  const key = own.privateKey;
  const good = await locked('id\n1\n'.repeat(50_000), own.publicKey);
  const changed = Buffer.from(good);
  changed[good.length >> 1]! ^= 1;
  const pass = await encrypt({
    message: await createMessage({ text: 'id' }),
    passwords: 'word',
    format: 'binary',
  });
  const cases = [
    [
      await locked('id\n1\n', stranger.publicKey),
      /is encrypted for another key than [0-9A-F]{40}$/,
    ],
    [changed, /changed or cut off/],
    [good.subarray(0, good.length - 100), /changed or cut off/],
    ['id,name\n1,2\n', /is not encrypted with PGP/],
    [pass, /is encrypted for no key/],
  ] as const;
  for (const [contents, why] of cases) {
    const file = await write('cards.csv.pgp', contents);
    const read: Uint8Array[] = [];
    await assert.rejects(async () => {
      const pieces = decryptFile(file, { key, sender: undefined, progress: unwatched });
      for await (const piece of pieces) read.push(piece);
    }, why);
    assert.deepEqual(read, []);
  }
});

test('where a sender is named, a file is read only with the signature of that sender', async (t) => {
  const write = await writer(t);
  const own = await pairOf('Own');
  const [sender, stranger] = [await pairOf('Sender'), await pairOf('Stranger')];
  const signed = await write('signed.pgp', await locked('id', own.publicKey, sender.privateKey));
  const plain = await write('plain.pgp', await locked('id', own.publicKey));
  assert.equal(await textOf(signed, own.privateKey, sender.publicKey), 'id');
  assert.equal(await textOf(signed, own.privateKey), 'id');
  await assert.rejects(textOf(plain, own.privateKey, sender.publicKey), /is not signed/);
  await assert.rejects(
    textOf(signed, own.privateKey, stranger.publicKey),
    /signature is not one of [0-9A-F]{40}$/,
  );
});

test('a key file holds one key, of the right half', async (t) => {
  const write = await writer(t);
  const { privateKey, publicKey } = await pairOf('Own');
  const whole = await write('private.asc', privateKey.armor());
  const half = await write('public.pgp', publicKey.write());
  assert.equal((await receiverIn(half)).getFingerprint(), publicKey.getFingerprint());
  await assert.rejects(receiverIn(whole), /is a private key, which stays with its owner/);
  await assert.rejects(senderIn(whole), /is a private key/);
  await assert.rejects(privateKeyIn(half, undefined), /is a public key/);
  const two = Buffer.concat([publicKey.write(), (await pairOf('Other')).publicKey.write()]);
  await assert.rejects(receiverIn(await write('two.pgp', two)), /holds 2 keys/);
  await assert.rejects(receiverIn(await write('no.asc', 'no key')), /cannot be used/);
  const past = { keyExpirationTime: 60, date: new Date('2020-01-01') };
  const old = await generateKey({ userIDs: [{ name: 'Old' }], format: 'object', ...past });
  await assert.rejects(receiverIn(await write('old.asc', old.publicKey.armor())), /expired/);
});
