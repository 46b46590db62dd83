import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, makeSandbox } from './sandbox.ts';

test('a saved card is declined once it has expired by the clock of the business, and no sooner', async (t) => {
  const sandbox = await makeSandbox(t);
  const { world, caller } = sandbox;
  const first = { CreateToken: true, ExpirationMonth: '02', ExpirationYear: '30' };
  const { body } = await sandbox.pay(first);
  const CardToken: string = JSON.parse(body).Data.TokenResult;
  const payAgain = async (OrderNumber: string) => {
    const contact = { Email: 'ada@example.com', MobilePhone: '6175550123' };
    const reply = await ask(world, caller, { ...contact, CardToken, Amount: '9.00', OrderNumber });
    return [reply.headers['x-payment-state'], JSON.parse(reply.body).Message];
  };

  // From the middle of January to the end of February.
  await sandbox.advance(44);
  assert.deepEqual(await payAgain('kept-1'), ['captured', 'Approved.']);
  await sandbox.advance(3);
  assert.deepEqual(await payAgain('kept-2'), ['declined', 'The card has expired.']);
});
