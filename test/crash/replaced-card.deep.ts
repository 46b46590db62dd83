import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { World } from '../../src/world.ts';
import { bindings, callBy, type Sent } from '../asmx/bindings.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { everyLife } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import { makeScenario, type Scenario } from './fixture.ts';

const other = '5555555555554444';

for (const [name, headers] of Object.entries<Sent>({
  'under an Idempotency-Key': { 'Idempotency-Key': 'key-1' },
  'without one': {},
})) {
  test(`a card replaced ${name} is the old or the new one, whenever its process dies`, async (t) => {
    const scenario = await makeScenario(t);
    let newOnes = 0;
    const { lives } = await everyLife(
      { name: 'crash/replaced-card' },
      {
        open: scenario.open,
        async before() {
          const caller = await scenario.fixture.addBusiness();
          return { caller, token: await makeToken(scenario, caller) };
        },
        act: (crashing, { caller, token }) => replace(crashing, caller, token, headers),
        async others({ caller, token }, _, first) {
          newOnes += (await lastFourOf(scenario, caller)) === other.slice(-4) ? 1 : 0;
          // The reconciliation checks that each opens, to the number that it names.
          assert.deepEqual((await scenario.findings()).map(formatFinding), []);
          const text = first ?? (await replace(await scenario.open(), caller, token, headers));
          assert.match(text, /"IsSuccess":true/);
        },
        async judge({ caller }) {
          assert.equal(await lastFourOf(scenario, caller), other.slice(-4));
          await checkFingerprint(scenario, caller);
          assert.equal(await actsOf(scenario, caller), 1);
        },
      },
    );
    assert.ok(newOnes > 0 && newOnes < lives);
  });
}

async function makeToken(scenario: Scenario, caller: Caller): Promise<string> {
  const door = await openDoor(await scenario.open());
  const { call, close } = client(door.baseUrl, caller);
  const { body } = await call('CreateToken', cardFields);
  close();
  await door.close();
  return JSON.parse(body).Data.TokenResult;
}

async function replace(
  world: World,
  { apiKey, username }: Caller,
  CardToken: string,
  headers: Sent,
): Promise<string> {
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

async function lastFourOf({ fixture }: Scenario, { business }: Caller): Promise<string> {
  const rows = await fixture.db.query<{ last4: string }>(
    'select last4 from tokens where business_id = $1',
    [business.id],
  );
  return rows[0]!.last4;
}

async function checkFingerprint({ fixture }: Scenario, { business }: Caller): Promise<void> {
  const { vault } = await fixture.open();
  const rows = await fixture.db.query<{ token: string; fingerprint: Buffer }>(
    'select token, fingerprint from tokens where business_id = $1',
    [business.id],
  );
  assert.ok(vault.sameFingerprint(rows[0]!.fingerprint, new Secret(other)));
}

async function actsOf({ fixture }: Scenario, { business }: Caller): Promise<number> {
  const acts = await fixture.db.query('select 1 from audit_trail where business_id = $1', [
    business.id,
  ]);
  return acts.length;
}
