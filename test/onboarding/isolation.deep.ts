import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { operations } from '../../src/api/operations/index.ts';
import type { Operation } from '../../src/api/operations/operation.ts';
import { customersMeant } from '../../src/parties/customers/store.ts';
import { readTokens } from '../../src/payments/tokens/store.ts';
import type { Flush } from '../../src/runtime/gather.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import type { World } from '../../src/world.ts';
import { openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { withoutRowSecurity } from '../row-security.ts';
import { atEnd } from '../scope.ts';
import { reachesOf } from './isolation-judge.ts';
import { mayNameAnObject, meaningOf, meanings } from './named-objects.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const { baseUrl: makerUrl, close } = await openDoor(world);
atEnd({ after }, close);

test('it is said of every parameter that sounds like an object what it names', () => {
  const used = new Set<unknown>();
  for (const operation of operations) {
    for (const parameter of Object.keys(operation.parameters)) {
      const meaning = meaningOf(operation, parameter);
      used.add(meaning);
      const isSaid = meaning !== undefined || !mayNameAnObject(operation, parameter);
      assert.ok(isSaid, `test/onboarding/named-objects.ts does not say what ${parameter} names`);
    }
  }
  const unused = Object.keys(meanings).filter((name) => !used.has(meanings[name]));
  assert.deepEqual(unused, []);
});

for (const operation of operations) {
  test(`${operation.name} reaches nothing of another business`, async (t) => {
    const urls = { makerUrl, baseUrl: makerUrl };
    const { probes, finds } = await reachesOf(fixture, urls, operation);
    t.diagnostic(`${probes} probes to ${operation.name}`);
    assert.deepEqual(finds, []);
  });
}

/** Builds that forget in one place whose object it is, and have no row-level security behind it. */
const forgetful: Readonly<
  Record<string, { operation: string; found: RegExp; breaks: (world: World) => World }>
> = {
  'finds tokens of any business': {
    operation: 'CreatePayment',
    found: /^CreatePayment CardToken strangers cardToken: \[\[200,/,
    breaks: (sane) =>
      instead(sane, readTokens, async ({ token }, go) => await go(await ownerOf(token))),
  },
  'finds customers of any business': {
    operation: 'CreateToken',
    found: /^CreateToken IndividualID siblings customer: \[\[200,/,
    breaks: (sane) =>
      instead(sane, customersMeant, async ({ id }) => {
        const rows = await fixture.db.query('select 1 from customers where id = $1', [id]);
        return rows.length > 0 ? id : undefined;
      }),
  },
  'finds any business as a parent': {
    operation: 'CreateNewBusiness',
    found: /^CreateNewBusiness ParentId parents site: \[\[200,/,
    breaks: (sane) =>
      asking(sane, async (sql, text, values) => {
        const rows = await sql.query<{ ancestors?: bigint[] }>(text, values);
        if (!/from businesses b .*where b.business_id = \$1$/s.test(text)) return rows;
        const all = await sql.query<{ id: bigint }>('select business_id as id from businesses');
        return rows.map((row) => ({ ...row, ancestors: all.map(({ id }) => id) }));
      }),
  },
  'takes an ExternalID for unique over all businesses': {
    operation: 'OnboardNewBusiness',
    found: /^OnboardNewBusiness providerId parents childWord: /,
    breaks: (sane) =>
      asking(sane, async (sql, text, values = []) => {
        const isClaim = text.startsWith('insert into external_sites');
        const isLook = text.includes(' from external_sites ');
        if (!isClaim && !isLook) return await sql.query(text, values);
        const any =
          'select business_id as "businessId" from external_sites where external_id = any($1::text[])';
        const holders = await sql.query(any, [isClaim ? values[1] : [values[1]]]);
        if (isLook) return holders;
        return holders.length > 0 ? [] : await sql.query(text, values);
      }),
  },
  'touches a token before it looks whose it is': {
    operation: 'ProcessTokenPaymentTest',
    found: /^ProcessTokenPaymentTest: changed tokens: /,
    breaks: (sane) =>
      instead(sane, readTokens, async (key, go) => {
        await fixture.db.query(`update tokens set holder = 'seen' where token = $1`, [key.token]);
        return await go(key);
      }),
  },
};

for (const [name, { operation, found, breaks }] of Object.entries(forgetful)) {
  test(`a build that ${name} is noticed`, async (t) => {
    const { baseUrl, close: shut } = await openDoor(
      breaks(await fixture.open({ over: withoutRowSecurity })),
    );
    t.after(shut);
    const { finds } = await reachesOf(fixture, { makerUrl, baseUrl }, named(operation));
    assert.ok(
      finds.some((find) => found.test(find)),
      finds.join('\n') || 'nothing was found',
    );
  });
}

function named(name: string): Operation {
  return operations.find((operation) => operation.name === name)!;
}

async function ownerOf(token: string): Promise<{ businessId: bigint; token: string }> {
  const rows = await fixture.db.query<{ id: bigint }>(
    'select business_id as id from tokens where token = $1',
    [token],
  );
  return { businessId: rows[0]?.id ?? 0n, token };
}

/** The world with something else in place of one of its statements over sets. */
function instead<Row, Result>(
  sane: World,
  statement: Flush<Row, Result>,
  other: (row: Row, go: (row: Row) => Promise<Result>) => Promise<Result>,
): World {
  return {
    ...sane,
    gather: async (flush, row) =>
      (flush as unknown) === statement
        ? ((await other(row as never, (changed) => sane.gather(statement, changed))) as never)
        : await sane.gather(flush, row),
  };
}

type Asking = (sql: Sql, text: string, values?: readonly unknown[]) => Promise<unknown[]>;

/** The world with a database that is asked in another way. */
function asking(sane: World, ask: Asking): World {
  const through = (sql: Sql): Sql => ({
    query: async <Row>(text: string, values?: readonly unknown[]) =>
      (await ask(sql, text, values)) as Row[],
  });
  const { db } = sane;
  return {
    ...sane,
    db: { ...db, ...through(db), begin: async (work) => await db.begin((tx) => work(through(tx))) },
  };
}
