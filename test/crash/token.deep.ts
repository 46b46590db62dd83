import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, type Headers, openDoor, type Reply } from '../caller.ts';
import { everyLife } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import { makeScenario, type Scenario } from './fixture.ts';

for (const [name, headers] of Object.entries<Headers>({
  'under an Idempotency-Key': { 'Idempotency-Key': 'key-1' },
  'without one': {},
})) {
  test(`a token made ${name} is whole or not there, whenever its process dies`, async (t) => {
    const scenario = await makeScenario(t);
    const { lives } = await everyLife(
      { name: 'crash/token' },
      {
        open: scenario.open,
        before: () => scenario.fixture.addBusiness(),
        act: (crashing, caller) => makeToken(crashing, caller, headers),
        async others(caller, _, first) {
          const last = first ?? (await makeToken(await scenario.open(), caller, headers));
          assert.equal(last.status, 200);
          const { TokenResult: token } = JSON.parse(last.body).Data;
          const kept = await tokensOf(scenario, caller);
          assert.ok(kept.includes(token), 'the token that was answered is not there');
          if (headers['Idempotency-Key']) assert.deepEqual(kept, [token]);
        },
      },
    );
    assert.ok(lives > 2, `only ${lives} lives`);
    // Among other things: each opens, to the number that it was made from.
    assert.deepEqual((await scenario.findings()).map(formatFinding), []);
  });
}

async function makeToken(world: World, caller: Caller, headers: Headers): Promise<Reply> {
  const door = await openDoor(world);
  const { call, close } = client(door.baseUrl, caller);
  try {
    return await call('CreateToken', cardFields, headers);
  } finally {
    close();
    await door.close();
  }
}

async function tokensOf({ fixture }: Scenario, { business }: Caller): Promise<string[]> {
  const rows = await fixture.db.query<{ token: string }>(
    `select token from tokens where business_id = $1 and state = 'active'`,
    [business.id],
  );
  return rows.map(({ token }) => token);
}
