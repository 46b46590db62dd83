import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { cardFields, client, type Headers, openDoor, type Reply } from '../caller.ts';
import { type Life, life } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import { makeScenario, type Scenario } from './fixture.ts';

for (const [name, headers] of Object.entries<Headers>({
  'under an Idempotency-Key': { 'Idempotency-Key': 'key-1' },
  'without one': {},
})) {
  test(`a token made ${name} is whole or not there, whenever its process dies`, async (t) => {
    const scenario = await makeScenario(t);
    let lives = 0;
    for (let died = true; died; ) {
      lives += 1;
      const caller = await scenario.fixture.addBusiness();
      const span = life(lives);
      const first = await makeToken(scenario, caller, headers, span);
      died = span.isOver;
      const last = died ? await makeToken(scenario, caller, headers) : first;

      assert.equal(last?.status, 200);
      const { TokenResult: token } = JSON.parse(last.body).Data;
      const kept = await tokensOf(scenario, caller);
      assert.ok(kept.includes(token), 'the token that was answered is not there');
      if (headers['Idempotency-Key']) assert.deepEqual(kept, [token]);
    }
    assert.ok(lives > 1, `only ${lives} lives`);
    // Among other things: each opens, to the number that it was made from.
    assert.deepEqual((await scenario.findings()).map(formatFinding), []);
  });
}

async function makeToken(
  scenario: Scenario,
  caller: Caller,
  headers: Headers,
  span?: Life,
): Promise<Reply | undefined> {
  const world = await scenario.open(span);
  span?.begin();
  const door = await openDoor(world);
  const { call, close } = client(door.baseUrl, caller);
  try {
    const reply = await call('CreateToken', cardFields, headers);
    return span?.isOver ? undefined : reply; // The dead say nothing.
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
