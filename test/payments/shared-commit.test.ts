import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { batchesOf } from '../../src/build-world.ts';
import { readConfig } from '../../src/config.ts';
import { repeatable } from '../../src/database/retryable.ts';
import { createGather } from '../../src/runtime/gather.ts';
import type { Database, Sql } from '../../src/runtime/sql.ts';
import { bankFields, cardFields, type Fields } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { after } from '../scope.ts';
import { ask } from '../time-machine/sandbox.ts';
import { withBank } from './counter.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

// Only what waits for nobody: the beginning and the end of the payments that most are.
const joining: Readonly<
  Record<string, readonly [fields: Fields, state: string, joins: readonly string[]]>
> = {
  'a card': [cardFields, 'captured', ['begin', 'end']],
  'a card that stays': [{ ...cardFields, CreateToken: true }, 'captured', []],
  'a declined card': [
    { ...cardFields, CCNumber: testCard('card_declined') },
    'declined',
    ['begin'],
  ],
  'an authorization': [{ ...cardFields, ChargeType: 'Authorize' }, 'authorized', ['begin']],
  'a bank account': [bankFields, 'queued', ['begin', 'end']],
  'a bank account that stays': [{ ...bankFields, CreateToken: true }, 'queued', []],
};

for (const [name, [fields, state, joins]] of Object.entries(joining))
  test(`${name} shares its commit with others when it may: ${joins.join(', ') || 'never'}`, async () => {
    assert.deepEqual(await joinsOf(fields, state, 'on'), joins);
    assert.deepEqual(await joinsOf(fields, state, 'off'), []);
  });

/** What of a payment went into a transaction that others may share. The bank's answer names the card, as real ones do. */
async function joinsOf(fields: Fields, state: string, share: 'on' | 'off'): Promise<string[]> {
  const { sleep } = world;
  const caller = await fixture.addBusiness();
  const joined: string[] = [];
  const db: Database = {
    ...fixture.db,
    together: (works) => fixture.db.together(works.map((work) => (sql) => work(hearing(sql)))),
  };
  const hearing = (sql: Sql): Sql => ({
    query(text, values) {
      joined.push(/\binsert into payments\b/.test(text) ? 'begin' : 'end');
      return sql.query(text, values);
    },
  });
  const batches = batchesOf(readConfig({ BATCHES_SHARE: share }));
  const gather = createGather(db, { ...batches, retryable: repeatable, sleep });
  const named = withBank(world, {
    charge: async (_, really) => ({ ...(await really()), networkTransactionId: 'MCC123456789' }),
  });
  const { headers } = await ask({ ...named, gather }, caller, { ...fields, Amount: '1.00' });
  assert.equal(headers['x-payment-state'], state);
  return joined;
}
