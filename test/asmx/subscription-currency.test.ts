import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setPlan } from '../../src/invoicing/subscriptions/plan.ts';
import { bankFields } from '../caller.ts';
import { openSubscriptions } from './subscriptions.ts';

const { fixture, ask, json, enter, made } = await openSubscriptions({ after });

test('a bank account pays no plan in a currency in which none is debited', async () => {
  const { shop, id } = await enter();
  const { Data } = await json(shop, 'CreateToken', { ...bankFields, IndividualID: id });
  const plan = { businessId: shop.business.id, code: 'maple', amountCents: 900n } as const;
  const weekly = { ...plan, interval: 'weekly', currency: 'CAD' } as const;
  await setPlan({ db: fixture.db, now: fixture.clock.now }, weekly, 'operator');
  const sent = { CardToken: Data.TokenResult, PlanCode: 'maple' };
  const said = await ask(shop, 'CreateCustomerSubscription', sent);
  assert.equal(said.IsSuccess, false);
  assert.match(said.Message, /US dollars/);
  assert.deepEqual(await made(shop), []);
});
