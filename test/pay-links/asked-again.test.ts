import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { opened, openScenario, payByCard, type Scenario } from './fixture.ts';

const later = { ScheduledDate: '01-17-2030' };
const unwanted =
  'The invoice was made, but its text was not sent: this number does not want texts from this business any more.';

async function onTheDay(scenario: Scenario): Promise<void> {
  scenario.fixture.clock.setTo(new Date('2030-01-17T15:00:00Z'));
  await scenario.work();
}

/** Asks twice, with something in between; the second answer, whose Data must be that of the first. */
async function again(
  scenario: Scenario,
  sent: Readonly<Record<string, string>>,
  meanwhile: (address: string) => Promise<void>,
  key?: string,
): Promise<readonly [boolean, string]> {
  const first = await scenario.send(sent, key);
  assert.equal(first.Message, 'The invoice was made, and its link is on its way.');
  await meanwhile(first.Data.PaymentLink);
  const { IsSuccess, Message, ...second } = await scenario.send(sent, key);
  assert.deepEqual(second, { ...second, ...pick(first) });
  return [IsSuccess, Message];
}

function pick({ Data, OrderNumber, SMSID }: Record<string, unknown>) {
  return { Data, OrderNumber, SMSID };
}

test('whoever asks again hears that it was paid', async (t) => {
  const scenario = await openScenario(t);
  const said = await again(scenario, { InvoiceID: 'A' }, async (address) => {
    await payByCard(scenario.world, address);
  });
  assert.deepEqual(said, [true, 'The invoice was made before, and was paid.']);
  const otherwise = await again(scenario, { InvoiceID: 'B', ...later }, async () => {
    await scenario.pay({ OrderNumber: 'B' });
    await onTheDay(scenario);
  });
  assert.deepEqual(otherwise, [true, 'The invoice was made before, and was paid.']);
});

for (const change of [
  `update customers set status = 'do_not_contact'`,
  `update conversations set consent = 'opted_out'`,
]) {
  test(`whoever asks again hears that its text was blocked, after: ${change}`, async (t) => {
    const scenario = await openScenario(t);
    const said = await again(scenario, { InvoiceID: 'A', ...later }, async () => {
      await scenario.fixture.db.query(change);
      await onTheDay(scenario);
    });
    assert.deepEqual(said, [false, unwanted]);
  });
}

test('whoever asks again hears that its text was taken back, or did not arrive', async (t) => {
  const scenario = await openScenario(t);
  const { db } = scenario.fixture;
  const canceled = await again(scenario, { InvoiceID: 'A', ...later }, async () => {
    await db.query(`update messages set state = 'canceled', due_at = null, finished_at = now()`);
  });
  assert.deepEqual(canceled, [
    false,
    'The invoice was made, but its text was taken back before it was sent.',
  ]);
  for (const [BillToCellPhone, says] of [
    ['2125550185', 'The invoice was made, but its text did not arrive.'],
    ['2125550180', 'The invoice was made, but nobody knows whether its text went out.'],
  ] as const) {
    const said = await again(scenario, { BillToCellPhone, InvoiceID: says.length.toString() }, () =>
      scenario.work(),
    );
    assert.deepEqual(said, [false, says]);
  }
});

test('whoever asks again under the same key hears that the invoice ended', async (t) => {
  const scenario = await openScenario(t);
  const revoked = await again(
    scenario,
    { InvoiceID: 'A' },
    async (address) => {
      await revokeLink(scenario.world, (await opened(scenario.world, address)).link, 'operator');
    },
    'key 1',
  );
  assert.deepEqual(revoked, [false, 'The invoice was made before, and was taken back.']);
});

test('whoever asks again after its text arrived hears the same as before', async (t) => {
  const scenario = await openScenario(t);
  const said = await again(scenario, { InvoiceID: 'A' }, () => scenario.work());
  assert.deepEqual(said, [true, 'The invoice was made, and its link is on its way.']);
});

test('the same InvoiceID with other values is refused as that, and not as a payment', async (t) => {
  const scenario = await openScenario(t);
  await scenario.send({ InvoiceID: 'A', SMSMessage: 'Pay here:' });
  const said = await scenario.send({ InvoiceID: 'A', SMSMessage: 'Please pay here:' });
  assert.deepEqual(
    [said.IsSuccess, said.Message, said.OrderNumber],
    [false, 'This InvoiceID was used before, with other values; nothing was sent.', 'A'],
  );
});
