import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { confirmAndCarryOut } from '../../src/backoffice/case-actions/carry-out.ts';
import { listDisputes, writeMark } from '../../src/payments/disputes/store.ts';
import { listCases } from '../../src/records/case-store.ts';
import { propose } from '../../src/records/decide-case.ts';
import { decisions } from '../../src/records/decisions.ts';
import { makeBank } from '../settlement/till.ts';
import { dayMs, openDisputedShop } from './disputed-shop.ts';

/* What operators see of disputes, and decide. */

const fixture = await makeBank({ after });
const [ann, ben] = ['ann', 'ben'].map((name) => ({ name: `operator:${name}`, account: name }));

test('two persons close the case of a dispute, which moves nothing', async (t) => {
  for (const decision of Object.keys(decisions.dispute)) {
    const shop = await openDisputedShop(t, fixture);
    const sold = await shop.sell();
    await shop.tell([await shop.row(sold, {})]);
    const before = await shop.ledger();
    const [waiting] = await listCases(fixture.db, { businessId: shop.businessId, limit: 10 });
    assert.equal(waiting?.kind, 'dispute');
    const { answerUntil, orderNumber } = waiting.evidence;
    assert.match(String(answerUntil), /^20\d\d-\d\d-\d\dT/);
    assert.ok(orderNumber);
    await propose(shop.world, waiting, ann!, { decision, note: 'sent by mail' });
    const closed = await confirmAndCarryOut(shop.world, waiting, ben!, { decision });
    assert.equal(closed.state, 'closed');
    assert.deepEqual(await shop.ledger(), before);
    await shop.tell([await shop.row(sold, {})]);
    assert.deepEqual(await shop.cases(), [], 'what was told before opens no case again');
    await shop.tell([await shop.row(sold, { state: 'lost', day: 9 })]);
    assert.deepEqual(await shop.cases(), []);
    await shop.isSound();
  }
});

test('disputes are listed page by page, by state, with the order of their payment', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  for (const [i, state] of (['open', 'won', 'open', 'lost'] as const).entries()) {
    await shop.tell([await shop.row(await shop.sell(), { state, day: i })]);
  }
  await shop.tell([
    await shop.row(await shop.sell(), { id: 'stranger', reference: '', chargeId: 'none' }),
  ]);
  const read = async (state: 'open' | undefined, limit: number, before?: bigint) =>
    await listDisputes(fixture.db, shop.businessId, { state, before, limit });
  const first = await read(undefined, 3);
  const rest = await read(undefined, 3, first.at(-1)!.id);
  const states = [...first, ...rest].map(({ state }) => state);
  assert.deepEqual(states, ['open', 'lost', 'open', 'won', 'open']);
  assert.equal(first[0]!.orderNumber, undefined);
  assert.ok(rest.every(({ orderNumber }) => orderNumber));
  assert.equal((await read('open', 10)).length, 3);
});

test('a dispute that two names of one account tell, or two businesses at one, is of the one that charged', async (t) => {
  const [shop, other] = [await openDisputedShop(t, fixture), await openDisputedShop(t, fixture)];
  const sold = await shop.sell();
  const row = await shop.row(sold, {});
  await other.tell([row]);
  assert.deepEqual([await other.disputes(), await other.cases()], [[], []]);
  await fixture.db.query(`update payments set processor = 'spare' where business_id = $1`, [
    shop.businessId,
  ]);
  const spare = { businessId: shop.businessId, processor: 'spare' };
  await writeMark(fixture.db, spare, fixture.clock.now());
  await shop.tell([row, { ...row, id: 'nameless', reference: '' }]);
  assert.deepEqual([await shop.disputes(), await shop.cases()], [[], []]);
  await shop.tell([{ ...row, chargeId: 'second' }]);
  assert.deepEqual(await shop.cases(), ['dispute_unmatched'], 'executed here as well');
  fixture.clock.pass(3 * dayMs);
  await shop.tell([{ ...row, id: 'told here alone' }]);
  assert.deepEqual(await shop.cases(), new Array(2).fill('dispute_unmatched'));
});
