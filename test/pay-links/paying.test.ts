import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireLinks, revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { openLink } from '../../src/invoicing/pay-links/open-link.ts';
import { linkAddress } from '../../src/invoicing/pay-links/send-link.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { readTotals } from '../../src/parties/customers/totals.ts';
import { makeFixture } from '../fixture.ts';
import { patient } from '../patient.ts';
import { linkOfInvoice, opened, openScenario, payByCard, type Scenario } from './fixture.ts';

const declining = '4000000000000002';

async function paidOnce({ fixture }: Scenario, times = 1): Promise<void> {
  const rows = await fixture.db.query(`select 1 from payments where captured_cents > 0`);
  assert.equal(rows.length, times);
}

test('a link is paid once, and says so to everybody after', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'A' });
  const payment = await payByCard(scenario.world, Data.PaymentLink);
  assert.equal(payment.state, 'captured');
  assert.equal(payment.orderNumber, 'A');
  assert.equal((await opened(scenario.world, Data.PaymentLink)).standing, 'paid');
  assert.deepEqual(await scenario.stages(), ['paid']);
  await assert.rejects(payByCard(scenario.world, Data.PaymentLink, '5555555555554444'), isEnded);
  await paidOnce(scenario);
});

test('a declined card leaves it payable, and another one pays it', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send();
  assert.equal((await payByCard(scenario.world, Data.PaymentLink, declining)).state, 'declined');
  assert.equal((await opened(scenario.world, Data.PaymentLink)).standing, 'payable');
  assert.equal((await payByCard(scenario.world, Data.PaymentLink)).state, 'captured');
  const [row] = await scenario.fixture.db.query<{ same: boolean }>(
    `select bool_and(p.invoice_id = l.invoice_id) as same from payments p, pay_links l`,
  );
  assert.equal(row?.same, true);
});

test('of many tabs with different cards at one moment one pays', async (t) => {
  const fixture = await makeFixture(t);
  const scenario = await openScenario(t, { fixture, world: patient(await fixture.open()) });
  for (let round = 0; round < 10; round += 1) {
    const { Data } = await scenario.send({ InvoiceID: `round ${round}` });
    const cards = ['4242424242424242', '5555555555554444', '4111111111111111', '4242424242424242'];
    const ends = await Promise.allSettled(
      cards.map((card) => payByCard(scenario.world, Data.PaymentLink, card)),
    );
    for (const end of ends) {
      if (end.status === 'rejected') assert.ok(end.reason instanceof Refusal, end.reason);
      else assert.equal(end.value.state, 'captured');
    }
    assert.ok(ends.some(({ status }) => status === 'fulfilled'));
    await paidOnce(scenario, round + 1);
  }
});

test('a link and a CreatePayment with its number at one moment charge once', async (t) => {
  const scenario = await openScenario(t);
  for (let round = 0; round < 10; round += 1) {
    const number = `round ${round}`;
    const { Data } = await scenario.send({ InvoiceID: number });
    const [byLink, byCall] = await Promise.all([
      payByCard(scenario.world, Data.PaymentLink, '5555555555554444').catch((error) => error),
      scenario.pay({ OrderNumber: number, Amount: '12.50' }),
    ]);
    assert.ok(byLink.state === 'captured' || byLink instanceof Refusal);
    assert.ok(byCall.IsSuccess || byCall.Message.includes('order number'));
    assert.equal((await opened(scenario.world, Data.PaymentLink)).standing, 'paid');
    await paidOnce(scenario, round + 1);
  }
});

test('it can be paid on its last day, and no longer', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ ExpirationDate: '01-20-2030' });
  scenario.fixture.clock.setTo(new Date('2030-01-21T04:59:59Z'));
  await scenario.work();
  assert.equal((await opened(scenario.world, Data.PaymentLink)).standing, 'payable');
  scenario.fixture.clock.setTo(new Date('2030-01-21T05:00:00Z'));
  assert.equal((await opened(scenario.world, Data.PaymentLink)).standing, 'expired');
  await assert.rejects(payByCard(scenario.world, Data.PaymentLink), isEnded);
  await scenario.work();
  assert.deepEqual(await scenario.stages(), ['expired']);
  await paidOnce(scenario, 0);
});

test('who read the page in time and pays too late is refused by the invoice itself', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ ExpirationDate: '01-15-2030' });
  const late = { ...scenario.world, now: () => new Date('2030-01-16T06:00:00Z') };
  await expireLinks(late);
  await assert.rejects(payByCard(scenario.world, Data.PaymentLink), isEnded);
  await paidOnce(scenario, 0);
});

test('a link that is revoked takes its invoice and its waiting text with it', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ ScheduledDate: '01-20-2030', InvoiceID: 'A' });
  const { link } = await opened(scenario.world, Data.PaymentLink);
  assert.deepEqual(await scenario.stages(), ['scheduled']);
  await revokeLink(scenario.world, link, 'operator');
  assert.equal((await opened(scenario.world, Data.PaymentLink)).standing, 'revoked');
  assert.deepEqual(await scenario.stages(), ['revoked']);
  scenario.fixture.clock.setTo(new Date('2030-01-21T20:00:00Z'));
  await scenario.work();
  assert.deepEqual(await scenario.texts(), []);
  await assert.rejects(payByCard(scenario.world, Data.PaymentLink), isEnded);
  // Its number is free for another invoice.
  assert.equal((await scenario.send({ InvoiceID: 'A', TotalAmountDue: '3.00' })).IsSuccess, true);
});

test('what is paid is not taken back', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send();
  await payByCard(scenario.world, Data.PaymentLink);
  const { link } = await opened(scenario.world, Data.PaymentLink);
  await assert.rejects(revokeLink(scenario.world, link, 'operator'), isEnded);
  assert.deepEqual(await scenario.stages(), ['paid']);
});

test('an address that nobody has leads nowhere', async (t) => {
  const { world } = await openScenario(t);
  for (const secret of ['', 'x', 'A'.repeat(22), `${'A'.repeat(21)}%`, 'A'.repeat(5000)]) {
    assert.equal(await openLink(world, secret), undefined, secret.slice(0, 30));
  }
});

test('a business that may not take payments shows a closed page', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send();
  await scenario.fixture.db.query(
    `update businesses set state = 'suspended' where business_id = $1`,
    [scenario.caller.business.id],
  );
  assert.equal((await opened(scenario.world, Data.PaymentLink)).standing, 'closed');
  await assert.rejects(
    payByCard(scenario.world, Data.PaymentLink),
    (error) => error instanceof Refusal && error.code === 'payments_not_active',
  );
});

function isEnded(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'invoice_ended';
}

test('what was paid otherwise under its number is paid, in every list, and not taken back', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'A', ExpirationDate: '01-20-2030' });
  const paid = await scenario.pay({ OrderNumber: 'A', MobilePhone: '2125550100' });
  assert.equal(paid.IsSuccess, true);
  assert.deepEqual(await scenario.stages(), ['paid']);
  const { link } = await opened(scenario.world, Data.PaymentLink);
  await assert.rejects(revokeLink(scenario.world, link, 'operator'), isEnded);
  const { id } = scenario.caller.business;
  const totals = await readTotals(scenario.fixture.db, id, [link.customerId]);
  assert.ok(totals.every(({ openCents }) => openCents === 0n));
  scenario.fixture.clock.setTo(new Date('2030-02-01T05:00:00Z'));
  await scenario.work();
  assert.deepEqual(await scenario.stages(), ['paid']);
});

test('who is asked again after its last day gets a link that can be paid', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'A', ExpirationDate: '01-20-2030' });
  await payByCard(scenario.world, Data.PaymentLink);
  scenario.fixture.clock.setTo(new Date('2030-02-01T05:00:00Z'));
  await scenario.work();
  // As a return does.
  await scenario.fixture.db.query(`update payments set holds_order = false, state = 'returned'`);
  await scenario.fixture.db.query(`update invoices set state = 'open', payment_id = null`);
  const { link, business } = await opened(scenario.world, Data.PaymentLink);
  const again = await linkOfInvoice(scenario.world, business, link.invoiceId);
  assert.ok(again && again.id !== link.id);
  const address = linkAddress(scenario.world, again);
  assert.equal((await opened(scenario.world, address)).standing, 'payable');
  assert.equal((await opened(scenario.world, Data.PaymentLink)).standing, 'expired');
  assert.equal((await payByCard(scenario.world, address)).state, 'captured');
});
