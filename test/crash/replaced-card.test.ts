import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/audit/finding.ts';
import { Secret } from '../../src/base/secret.ts';
import { bindings, callBy, type Sent } from '../asmx/bindings.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { type Life, life } from '../mortal.ts';
import type { Caller } from '../world.ts';
import { makeStreet, type Street } from './street.ts';

const other = '5555555555554444';

for (const [name, headers] of Object.entries<Sent>({
  'under an Idempotency-Key': { 'Idempotency-Key': 'key-1' },
  'without one': {},
})) {
  test(`a card replaced ${name} is the old or the new one, whenever its process dies`, async (t) => {
    const street = await makeStreet(t);
    let [lives, newOnes] = [0, 0];
    for (let died = true; died; ) {
      lives += 1;
      const caller = await street.house.addBusiness();
      const token = await makeToken(street, caller);
      const span = life(lives);
      await replace(street, caller, token, headers, span);
      died = span.isOver;
      const kept = await lastFourOf(street, caller);
      newOnes += kept === other.slice(-4) ? 1 : 0;
      // The auditor looks whether each opens, to the number that it says.
      assert.deepEqual((await street.findings()).map(formatFinding), []);
      const text = died ? await replace(street, caller, token, headers) : '"IsSuccess":true';
      assert.match(text, /"IsSuccess":true/);
      assert.equal(await lastFourOf(street, caller), other.slice(-4));
      await checkFingerprint(street, caller);
      assert.equal(await actsOf(street, caller), 1);
    }
    assert.ok(lives > 8, `only ${lives} lives`);
    assert.ok(newOnes > 0 && newOnes < lives);
  });
}

async function makeToken(street: Street, caller: Caller): Promise<string> {
  const door = await openDoor(await street.open());
  const { call, close } = client(door.baseUrl, caller);
  const { body } = await call('CreateToken', cardFields);
  close();
  await door.close();
  return JSON.parse(body).Data.TokenResult;
}

async function replace(
  street: Street,
  { apiKey, username }: Caller,
  CardToken: string,
  headers: Sent,
  span?: Life,
): Promise<string> {
  const world = await street.open(span);
  span?.begin();
  const door = await openDoor(world);
  const card = { CardToken, FirstName: '', LastName: '', CardNumber: other, ExpirationDate: '' };
  const sent = { Token: apiKey, Username: username, ...card, Address1: '', PostalCode: '' };
  try {
    const [soap] = bindings;
    return (await callBy(soap, door.baseUrl, 'AcquirerATokenUpdate', sent, headers)).body;
  } finally {
    await door.close();
  }
}

async function lastFourOf({ house }: Street, { business }: Caller): Promise<string> {
  const rows = await house.db.query<{ last4: string }>(
    'select last4 from tokens where business_id = $1',
    [business.id],
  );
  return rows[0]!.last4;
}

async function checkFingerprint({ house }: Street, { business }: Caller): Promise<void> {
  const { vault } = await house.open();
  const rows = await house.db.query<{ token: string; fingerprint: Buffer }>(
    'select token, fingerprint from tokens where business_id = $1',
    [business.id],
  );
  assert.ok(vault.sameFingerprint(rows[0]!.fingerprint, new Secret(other)));
}

async function actsOf({ house }: Street, { business }: Caller): Promise<number> {
  const acts = await house.db.query('select 1 from audit_trail where business_id = $1', [
    business.id,
  ]);
  return acts.length;
}
