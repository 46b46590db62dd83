import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { returnRule, returnRules } from '../../src/ach/return-codes.ts';
import { openAchShop } from './returns-fixture.ts';

const codes = [...returnRules.map(({ code }) => code), 'R99'];

/** Every code comes back once, in one file, on the second banking day. */
const shop = await openAchShop({ after }, { terms: { returnFeeCents: 200 } });
const paid = new Map<string, { payment: bigint; token: string | null }>();
for (const code of codes) {
  const payment = await shop.pay(simulatedNumber('return_always', code), { CreateToken: true });
  paid.set(code, { payment, token: (await shop.payment(payment)).token });
}
await shop.until('2030-01-18 09:00');
const entries = await shop.entries();
const cases = await shop.cases();
const returned = await shop.events('payment.returned');
const disabled = await shop.events('token.disabled');
const represented = await shop.events('payment.represented');

for (const code of codes) {
  test(`${code} does what the policy says`, async () => {
    const rule = returnRule(code);
    const { payment, token } = paid.get(code)!;
    const [entry, again] = entries.filter(({ payment_id }) => payment_id === payment);
    const isStored = rule.actions.includes('store');
    const wasRepresented = rule.actions.includes('represent');

    assert.equal(entry?.state, isStored ? 'settled' : 'returned');
    assert.equal(entry?.return_code, isStored ? null : code);
    const now = await shop.payment(payment);
    assert.equal(now.state, isStored ? 'settled' : 'returned');
    assert.equal(now.holds_order, isStored || wasRepresented);
    assert.equal(now.invoice, isStored || wasRepresented ? 'held' : 'open');

    const isDisabled = rule.actions.includes('disable_token');
    assert.equal((await shop.token(token!)).state, isDisabled ? 'disabled' : 'active');
    const told = disabled.filter(({ data }) => data.token === token);
    assert.equal(told.length, isDisabled ? 1 : 0);
    if (isDisabled) {
      const asks = rule.group === 'dead_account' ? 'for_new_details' : undefined;
      assert.equal(told[0]!.data.payerIsAsked, asks);
      assert.equal(told[0]!.data.isRevoked ?? false, rule.actions.includes('revoke'));
    }

    const events = returned.filter(({ object_id }) => object_id === payment);
    assert.equal(events.length, isStored ? 0 : 1);
    if (!isStored) {
      const { data, untold } = events[0]!;
      assert.equal(data.outcomeCode, code);
      assert.equal(data.message, rule.title);
      // By mail and text; a webhook it has not.
      assert.deepEqual(untold, []);
    }

    const asked = cases.filter(({ object_id }) => object_id === entry?.id);
    assert.equal(asked.length, rule.actions.includes('ask_person') ? 1 : 0);
    for (const { kind, evidence } of asked) {
      assert.equal(kind, 'ach_return');
      assert.equal(evidence.code, code);
    }

    assert.equal(again !== undefined, wasRepresented);
    if (!again) return;
    assert.equal(again.presentment, 2);
    assert.equal(again.represents_id, entry?.id);
    assert.equal(again.state, 'queued');
    // Friday's return, three banking days later, across Martin Luther King's birthday.
    assert.equal(again.next_at?.toISOString(), '2030-01-25T01:00:00.000Z');
    assert.equal(represented.filter(({ object_id }) => object_id === payment).length, 1);
  });
}

test('the books say what came back and what it cost', async () => {
  const back = BigInt(returnRules.filter(({ actions }) => !actions.includes('store')).length);
  const all = BigInt(codes.length);
  assert.deepEqual(await shop.ledger(), {
    clearing: -200n * back,
    held: 10_000n * (all - back),
    platform_fees: 200n * back,
    returns: 10_000n * back,
    sales: -10_000n * all,
  });
});

test('only what was wrong in our own writing is an alarm', () => {
  const alarms = shop.fixture.logged
    .join('')
    .split('\n')
    .filter((line) => line.includes('entry_refused'));
  const expected = returnRules.filter(({ group }) => group === 'formatting').length;
  assert.equal(alarms.length, expected);
  assert.match(alarms[0]!, /"level":"error"/);
});

test('nothing that is asked, told or logged names an account number', () => {
  const texts = [
    ...shop.fixture.logged,
    JSON.stringify([...cases, ...returned, ...disabled], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ];
  for (const code of codes) {
    const number = simulatedNumber('return_always', code);
    for (const text of texts)
      assert.ok(!text.includes(number), `${number} in ${text.slice(0, 200)}`);
  }
});

test('the reconciliation finds nothing wrong with any of it', async () => {
  assert.deepEqual(await shop.findings(), []);
});
