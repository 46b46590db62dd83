import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changePrice } from '../../src/invoicing/subscriptions/change-price.ts';
import { planKind } from '../../src/moving/plans.ts';
import { importInto } from '../moving/mover.ts';
import type { Scope } from '../scope.ts';
import { openClub } from '../subscriptions/club.ts';
import { openOffice } from './office.ts';

/** A business that takes US dollars, with a plan in Canadian ones. */
async function open(scope: Scope) {
  const club = await openClub(scope);
  const canadian = { id: 'maple', amountCents: 9900, interval: 'monthly', currency: 'CAD' };
  await importInto(club.world, club.caller, planKind, [canadian]);
  const stored = async () =>
    await club.fixture.db.query<{ currency: string; cents: bigint; plan: string; token: string }>(
      `select currency, amount_cents as cents, plan_code as plan, token from subscriptions
       where business_id = $1 order by id`,
      [club.id],
    );
  return { ...club, ...openOffice(club.fixture), stored };
}

test('a subscription does not change to the number of a plan in another currency', async (t) => {
  const { run, join, stored, id: businessId, world, caller } = await open(t);
  const id = await join();
  const change = ['subscription', 'change', `${businessId}/${id}`, '--plan', 'maple'];
  for (const words of [change, [...change, '--amount', '12']]) {
    const refused = await run(...words);
    const says = `quittance: plan maple is in CAD, and subscription ${businessId}/${id} in USD\n`;
    assert.deepEqual([refused.code, refused.err], [1, says]);
  }
  const request = { business: caller.business, id, actor: 'operator' };
  const toPlan = { planCode: 'maple', amountCents: 9900n, currency: 'CAD' } as const;
  await assert.rejects(changePrice(world, request, toPlan), { code: 'wrong_fields' });
  const [{ token: _, ...kept }] = (await stored()) as [Awaited<ReturnType<typeof stored>>[0]];
  assert.deepEqual(kept, { currency: 'USD', cents: 1000n, plan: '' });
});

test('a bank account is no source of a subscription in a currency in which none is debited', async (t) => {
  const { run, ask, bankToken, token, stored, id: businessId } = await open(t);
  const bank = await bankToken('1234567');
  const card = await token();
  const create = ['subscription', 'create', '--business', String(businessId), '--plan', 'maple'];
  const says = /a bank account is not debited in CAD/;
  const refused = await run(...create, '--token', bank);
  assert.equal(refused.code, 1);
  assert.match(refused.err, says);
  const { id } = await ask(...create, '--token', card);
  const other = await run('subscription', 'token', `${businessId}/${id}`, bank);
  assert.equal(other.code, 1);
  assert.match(other.err, says);
  assert.deepEqual(await stored(), [{ currency: 'CAD', cents: 9900n, plan: 'maple', token: card }]);
});
