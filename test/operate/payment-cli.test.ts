import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankFields, cardFields, type Fields } from '../caller.ts';
import { openServedOffice } from '../cli/office.ts';

const because = ['--reason', 'the payer asked for it'];

test('an operator finds a payment, captures, voids and refunds, and the audit log tells it', async (t) => {
  const { ask, run, said, call, caller } = await openServedOffice(t);
  const mine = ['--business', caller.username];
  const pay = async (fields: Fields) => {
    const { body, headers } = await call('CreatePayment', fields);
    const { OrderNumber: order, Data } = JSON.parse(body);
    return { id: String(headers['x-payment-id']), order, invoice: Data.InvoiceID as string };
  };
  const token = { CreateToken: true, OrderNumber: 'order 1', InvoiceExternalID: 'inv-9' };
  const sold = await pay({ ...cardFields, ...token, Amount: '12.50' });
  const held = await pay({ ...cardFields, Amount: '20.00', ChargeType: 'Authorize' });
  const bank = await pay({ ...bankFields, Amount: '30.00' });

  const listed = await ask('payment', 'list', ...mine);
  assert.deepEqual(
    listed.map(({ id, state }: { id: string; state: string }) => [id, state]),
    [
      [bank.id, 'queued'],
      [held.id, 'authorized'],
      [sold.id, 'captured'],
    ],
  );
  assert.equal(listed[2].invoiceExternalId, 'inv-9');
  const queued = await ask('payment', 'list', ...mine, '--state', 'queued');
  assert.deepEqual(queued.length, 1);
  for (const name of [bank.id, `${caller.username}/${bank.id}`]) {
    const older = await ask('payment', 'list', ...mine, '--before', name, '--limit', '1');
    assert.deepEqual([older.length, older[0].id], [1, held.id]);
  }

  const ways = [[sold.id], ['--order', sold.order], ['--invoice', sold.invoice]];
  const shown = [];
  for (const way of ways) shown.push(await ask('payment', 'show', ...mine, ...way));
  assert.deepEqual(shown[1], shown[0]);
  assert.deepEqual(shown[2], shown[0]);
  assert.deepEqual(await ask('payment', 'show', `${caller.username}/${sold.id}`), shown[0]);
  const [first] = shown;
  assert.deepEqual(
    [first.state, first.amountCents, first.last4, first.invoiceNumber, first.invoiceExternalId],
    ['captured', '1250', '4242', sold.invoice, 'inv-9'],
  );
  assert.deepEqual(
    [first.charges.length, first.charges[0].processor, first.ledger.length, first.followUps],
    [1, 'simulator', 1, []],
  );
  assert.match(first.charges[0].reference, /^[0-9a-z]+-[0-9a-z]+-1$/);
  assert.match(first.charges[0].processorId, /^sim_/);
  assert.match(first.charges[0].authorizationCode, /^\w{6}$/);
  assert.deepEqual([first.charges[0].looks, first.charges[0].lookAt], [0, undefined]);
  const queuedOne = await ask('payment', 'show', ...mine, bank.id);
  assert.deepEqual(
    [queuedOne.entries[0].state, queuedOne.entries[0].last4],
    ['queued', bankFields.AccountNumber.slice(-4)],
  );

  const part = await run('payment', 'refund', ...mine, sold.id, '--amount', '2.50', ...because);
  assert.equal(part.code, 0, part.err);
  assert.match(
    part.out,
    /^The refund of 2\.50: succeeded\. .*\n.* captured 12\.50, refunded 2\.50\.$/m,
  );
  const captured = await ask('payment', 'capture', ...mine, held.id, '--amount', '15', ...because);
  assert.deepEqual(
    [captured.state, captured.payment.state, captured.payment.capturedCents],
    ['succeeded', 'captured', '1500'],
  );
  const voided = await ask('payment', 'void', ...mine, bank.id, ...because);
  assert.equal(voided.payment.state, 'voided');

  const tooMuch = await run('payment', 'refund', ...mine, sold.id, '--amount', '10.01', ...because);
  assert.deepEqual(
    [tooMuch.code, tooMuch.err],
    [1, 'quittance: This is more than is left of the payment to give back.\n'],
  );
  const missing = await run('payment', 'show', ...mine, '99999999');
  assert.match(missing.err, /has no such payment\n$/);
  const unnamed = await run('payment', 'show', ...mine);
  assert.equal(unnamed.code, 2);
  assert.match(unnamed.err, /name the payment by its ID, by --invoice or by --order/);

  const { followUps } = await ask('payment', 'show', ...mine, sold.id);
  assert.deepEqual([followUps[0].kind, followUps[0].reason], ['refund', 'the payer asked for it']);
  assert.match(followUps[0].actor, /^operator(?::.+)?$/);
  const { id: business } = await ask('business', 'show', caller.username);
  const acts = await ask('audit', 'list', '--business', String(business), '--limit', '4');
  assert.deepEqual(
    acts.map(({ act, object, facts }: Record<string, unknown>) => [act, object, facts]).reverse(),
    [
      ['refund', sold.id, '250'],
      ['capture', held.id, '1500'],
      ['void', bank.id, 'all'],
      ['refund', sold.id, '1001'],
    ].map(([kind, id, amountCents]) => [
      `payment.${kind}_asked`,
      `payment:${id}`,
      { amountCents, reason: 'the payer asked for it' },
    ]),
  );

  const all = said.map(({ out, err }) => `${out}${err}`).join('\n');
  for (const secret of [cardFields.CCNumber, bankFields.AccountNumber, 'card_']) {
    assert.ok(!all.includes(secret), `${secret} was shown`);
  }
  assert.doesNotMatch(all, /fingerprint/i);
});
