import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setCurrency } from '../../src/parties/businesses/set-currency.ts';
import { makeFixture } from '../fixture.ts';
import { openDesk } from './desk.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

/** An amount with the sign of US dollars. */
const inDollars = /(?<!CA)\$/;

test('a receipt of a payment in Canadian dollars says so, by mail and by text', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await setCurrency(world, desk.id, 'CAD', 'operator:ann');
  // A caller that is known stays known so long.
  fixture.clock.pass(10_000);
  await desk.pay({ OrderNumber: 'A-1', SubtotalAmount: '90.00', TaxAmount: '10.00' });
  await desk.work();
  const [mail] = await desk.mails();
  assert.match(mail!.body, /Receipt: CA\$100\.00/);
  assert.match(mail!.body, /You paid .* CA\$100\.00\./);
  assert.doesNotMatch(mail!.body, inDollars);
  assert.doesNotMatch(mail!.html!, inDollars);
  const [text] = await desk.texts();
  assert.match(text!.body, /You paid CA\$100\.00/);
  assert.doesNotMatch(text!.body, inDollars);
});
