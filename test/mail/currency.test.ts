import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setCurrency } from '../../src/parties/businesses/set-currency.ts';
import { makeFixture } from '../fixture.ts';
import { openDesk } from './desk.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

/** An amount that names a currency. */
const named = /(?:CA|US)\$/;

test('a business in Canada and its payers read Canadian dollars as their own', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await setCurrency(world, desk.id, 'CAD', 'operator:ann');
  // A caller that is known stays known so long.
  fixture.clock.pass(10_000);
  await desk.pay({ OrderNumber: 'A-1', SubtotalAmount: '90.00', TaxAmount: '10.00' });
  await desk.work();
  const [mail] = await desk.mails();
  assert.match(mail!.body, /Receipt: \$100\.00/);
  assert.match(mail!.body, /You paid .* \$100\.00\./);
  assert.doesNotMatch(`${mail!.body} ${mail!.html}`, named);
  const [text] = await desk.texts();
  assert.match(text!.body, /You paid \$100\.00/);
});

test('what was paid in another currency says so, by mail and by text', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay({ OrderNumber: 'A-1', SubtotalAmount: '90.00', TaxAmount: '10.00' });
  await setCurrency(world, desk.id, 'CAD', 'operator:ann');
  await desk.work();
  const [mail] = await desk.mails();
  assert.match(mail!.body, /Receipt: US\$100\.00/);
  assert.match(mail!.body, /You paid .* US\$100\.00\./);
  assert.doesNotMatch(`${mail!.body} ${mail!.html}`, /(?<!US)\$/);
  const [text] = await desk.texts();
  assert.match(text!.body, /You paid US\$100\.00/);
});
