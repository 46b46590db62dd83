import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { randomOf } from '../campaign/random.ts';
import { drawing } from '../size.ts';
import { makeBank, openTill, type Till } from './till.ts';

const fixture = await makeBank({ after });

/** What the agreement says, written down another way: in thousandths of a cent, half a cent goes up. */
function feeOf(cents: number, bps: number, fixed: number): number {
  const hundredths = cents * bps;
  const whole = Math.floor(hundredths / 10_000);
  return whole + (hundredths - whole * 10_000 >= 5_000 ? 1 : 0) + fixed;
}

test('fees are reckoned for each payment, rounded half up, and summed', async (t) => {
  const till = await openTill(t, { fixture });
  await drawing({ name: 'settlement/fees' }, (seed) => reckon(till, seed));
});

async function reckon(till: Till, seed: number): Promise<void> {
  const { id } = till.caller.business;
  // Amounts around every half cent of 2.90 %, of 0.01 % and of all.
  const amounts = [1, 17, 18, 50, 52, 172, 173, 1724, 1725, 4999, 5000, 5001, 99_999_999];
  const { pick, whole } = randomOf(seed);
  for (let round = 0; round < 12; round += 1) {
    const [bps, fixed] = round === 0 ? [0, 0] : [whole(0, 10_000), whole(0, 99)];
    await changeTerms(till.world, id, { cardFeeBps: bps, cardFeeCents: fixed }, 'test');
    const cents = Array.from({ length: 6 }, () => pick(amounts));
    const paid = await Promise.all(
      cents.map((one) => till.pay({ Amount: (one / 100).toFixed(2) })),
    );
    const taken = cents.filter((_, i) => paid[i]!.body.Data?.TransactionStatus);
    const [batch] = await till.close();
    if (taken.length === 0) continue;
    const expected = taken.reduce((sum, one) => sum + feeOf(one, bps, fixed), 0);
    assert.equal(batch!.feeCents, BigInt(expected), `${taken} at ${bps} and ${fixed}`);
  }
  await till.audit();
}

test('half a cent goes up, and less than that goes down', async (t) => {
  const till = await openTill(t, { fixture });
  const { id } = till.caller.business;
  await changeTerms(till.world, id, { cardFeeBps: 50 }, 'test');
  const fees = [];
  for (const Amount of ['0.99', '1.00', '2.99', '3.00', '3.01']) {
    await till.pay({ Amount });
    fees.push((await till.close())[0]!.feeCents);
  }
  assert.deepEqual(fees, [0n, 1n, 1n, 2n, 2n]);
});

test('a refund costs no fee and brings none back', async (t) => {
  const till = await openTill(t, { fixture });
  await changeTerms(till.world, till.caller.business.id, { cardFeeCents: 30 }, 'test');
  const { invoice } = await till.pay();
  await till.close();
  await till.refund({ PaymentID: invoice });
  assert.equal((await till.close())[0]!.feeCents, 0n);
  assert.equal((await till.ledger()).clearing, -30n);
  await till.audit();
});

test('terms hold from the next batch on, and the audit log tells who changed them', async (t) => {
  const till = await openTill(t, { fixture });
  const { id } = till.caller.business;
  await till.pay();
  await till.close();
  const terms = await changeTerms(till.world, id, { cardFeeCents: 25 }, 'operator:ada');
  assert.deepEqual([terms.cardFeeCents, terms.holdDays], [25, 2]);
  await till.pay();
  await till.close();
  const fees = (await till.batches()).map((one) => one.fees);
  assert.deepEqual(fees, [0n, 25n]);
  const acts = await fixture.db.query(
    `select actor, act, facts::text from audit_trail where business_id = $1`,
    [id],
  );
  const facts = '{"cardFeeCents":25}';
  assert.deepEqual(acts, [{ actor: 'operator:ada', act: 'business.terms_changed', facts }]);
});
