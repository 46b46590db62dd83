import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { makeFixture } from '../fixture.ts';
import { openShop } from './shop.ts';

const fixture = await makeFixture({ after });

test('a suspended business gives money back and takes none', async (t) => {
  const shop = await openShop(t, { fixture });
  const paid = await shop.pay();
  const [held, other] = [await authorized(), await authorized()];
  const why = { actor: 'operator:ann', reason: 'a case is open' };
  await suspendBusiness(shop.world, shop.caller.business.id, why);
  fixture.clock.pass(5001);

  assert.equal((await shop.pay()).status, 403);
  const capture = { TransactionID: held.invoice, ChargeType: 'Capture' };
  assert.equal((await shop.authorization(capture)).status, 403);
  const letGo = { TransactionID: other.invoice, ChargeType: 'Void' };
  assert.equal((await shop.authorization(letGo)).body.Message, 'Voided.');
  assert.equal((await shop.refund({ PaymentID: paid.invoice })).body.IsSuccess, true);
  assert.equal((await shop.payment(held.invoice)).state, 'authorized');

  async function authorized() {
    return await shop.pay({ ChargeType: 'Authorize' });
  }
});
