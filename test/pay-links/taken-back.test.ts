import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { listLinks } from '../../src/invoicing/pay-links/list-links.ts';
import { opened, openScenario, pageAt, payByCard, type Scenario } from './fixture.ts';

/** A link that has ended tells nobody what became of its number later. */

async function takeBack({ world }: Scenario, address: string): Promise<void> {
  await revokeLink(world, (await opened(world, address)).link, 'operator:ann');
}

async function payments({ fixture, caller, world }: Scenario): Promise<(bigint | undefined)[]> {
  const filter = { most: 100, now: world.now() };
  const all = await listLinks(fixture.db, caller.business.id, filter);
  return all.map(({ paymentId }) => paymentId);
}

test('a link that was taken back says nothing of what another one was paid under its number', async (t) => {
  const scenario = await openScenario(t);
  const wrong = { InvoiceID: 'X-1', BillToCellPhone: '2125550101' };
  const right = { InvoiceID: 'X-1', BillToCellPhone: '2125550102', TotalAmountDue: '99.00' };
  const stray = await scenario.send(wrong);
  await takeBack(scenario, stray.Data.PaymentLink);
  const { Data } = await scenario.send(right);
  assert.match(await pageAt(scenario, stray.Data.PaymentLink), /^410 .* no longer valid/);
  const payment = await payByCard(scenario.world, Data.PaymentLink);
  const seen = await pageAt(scenario, stray.Data.PaymentLink);
  assert.match(seen, /^410 .* no longer valid/);
  assert.doesNotMatch(seen, /99\.00|12\.50/);
  assert.deepEqual(await scenario.stages(), ['paid', 'revoked']);
  assert.deepEqual(await payments(scenario), [payment.id, undefined]);
  assert.match(await pageAt(scenario, Data.PaymentLink), /^200 .* Paid \$99\.00/);
});

test('the same call again sends nothing for what was taken back, be the number used anew or not', async (t) => {
  const scenario = await openScenario(t);
  const first = await scenario.send({ InvoiceID: 'X-1' });
  await takeBack(scenario, first.Data.PaymentLink);
  const takenBack = [false, 'The invoice was made before, and was taken back.'];
  for (const amount of ['', '99.00']) {
    if (amount) await scenario.send({ InvoiceID: 'X-1', TotalAmountDue: amount });
    const { IsSuccess, Message, Data } = await scenario.send({ InvoiceID: 'X-1' });
    assert.deepEqual([IsSuccess, Message], takenBack);
    assert.deepEqual(Data, first.Data);
  }
});

test('a link that expired says nothing of what another one was paid under its number', async (t) => {
  const scenario = await openScenario(t);
  const first = await scenario.send({ InvoiceID: 'X-1', ExpirationDate: '01-16-2030' });
  await scenario.pass(3);
  const { Data } = await scenario.send({ InvoiceID: 'X-1', TotalAmountDue: '99.00' });
  await payByCard(scenario.world, Data.PaymentLink);
  assert.match(await pageAt(scenario, first.Data.PaymentLink), /^410 .* has expired/);
  assert.deepEqual(await scenario.stages(), ['paid', 'expired']);
});

test('a payment under its number that began after its last day is not that of a link', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'X-1', ExpirationDate: '01-16-2030' });
  // Before anybody has looked which links have ended.
  scenario.fixture.clock.setTo(new Date('2030-01-17T05:00:00Z'));
  await scenario.pay({ OrderNumber: 'X-1', Amount: '99.00' });
  assert.match(await pageAt(scenario, Data.PaymentLink), /^410 .* has expired/);
  await scenario.work();
  assert.deepEqual(await scenario.stages(), ['expired']);
  const [invoice] = await scenario.fixture.db.query('select state from invoices order by id');
  assert.deepEqual(invoice, { state: 'expired' });
});

test('a link that was paid in time shows its receipt for ever', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'X-1', ExpirationDate: '01-16-2030' });
  await payByCard(scenario.world, Data.PaymentLink);
  await scenario.pass(30);
  assert.match(await pageAt(scenario, Data.PaymentLink), /^200 .* Paid \$12\.50/);
  // As the way of a period that failed ends it, when its payer is asked again.
  await scenario.fixture.db.query(`update pay_links set state = 'expired'`);
  assert.match(await pageAt(scenario, Data.PaymentLink), /^200 .* Paid \$12\.50/);
  assert.deepEqual(await scenario.stages(), ['paid']);
});
