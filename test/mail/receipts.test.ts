import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { mailRules } from '../../src/backoffice/reconciliation/mail-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { bankFields } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { openDesk } from './desk.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

const flowers = {
  contact: 'ann@flowers.example',
  details: {
    DBA: 'Park Flowers',
    BusinessEmail: 'hello@flowers.example',
    BusinessPhone: '6175550124',
    BusinessAddress1: '12 Main Street',
    BusinessCity: 'Boston',
    BusinessState: 'MA',
    BusinessPostalCode: '02110',
  },
};

test('a charge is told by e-mail and text unless that is not requested', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.profile(flowers);
  await desk.pay({
    OrderNumber: 'A-1047',
    InvoiceExternalID: 'inv-9',
    SubtotalAmount: '90.00',
    DiscountAmount: '5.00',
    TaxAmount: '15.00',
    TipAmount: '0.00',
    Description: 'Roses',
    StatementDescriptor: 'PARK FLOWERS',
  });
  await desk.work();
  const [mail, ...more] = await desk.mails();
  assert.equal(more.length, 0);
  assert.equal(mail!.recipient, 'ada@example.com');
  assert.equal(mail!.sender, 'Park Flowers <hello@flowers.example>');
  assert.equal(mail!.subject, '[TEST] Your receipt from Park Flowers');
  assert.match(mail!.reference, new RegExp(`^<${desk.id}\\.\\d+@quittance\\.local>$`));
  assert.match(mail!.attachments.join(), /^receipt-R[0-9A-Z]+\.pdf$/);
  const [payment] = await fixture.db.query<{ data: { receiptNumber: string } }>(
    `select data from events where business_id = $1 and kind = 'payment.captured'`,
    [desk.id],
  );
  const { receiptNumber } = payment!.data;
  assert.equal(
    mail!.body,
    [
      '*** TEST – no money was moved ***',
      'Park Flowers',
      'Receipt: $100.00',
      'Thank you. You paid Park Flowers $100.00.',
      [
        'Date: January 15, 2030 at 10:00 AM EST',
        'Payment method: Visa ending 4242',
        'Invoice number: A-1047',
        'Invoice reference: inv-9',
        `Receipt number: ${receiptNumber}`,
        'Paid by: Ada Park',
        'For: Roses',
      ].join('\n'),
      'Subtotal: $90.00\nDiscount: -$5.00\nTax: $15.00\nTotal: $100.00',
      'It appears on your statement as PARK FLOWERS.',
      'Questions about this payment? Please ask Park Flowers.',
      '-- \nPark Flowers\n12 Main Street\nBoston, MA 02110\n(617) 555-0124\nhello@flowers.example\n',
    ].join('\n\n'),
  );
  for (const line of mail!.body.split(/\n+(?:-- \n)?|: /).filter((part) => part.trim() !== '')) {
    const shown = line.replaceAll('*** ', '').replaceAll(' ***', '');
    assert.ok(mail!.html!.includes(shown.trim()), `"${shown}" stands in the HTML too`);
  }
  const [text] = await desk.texts();
  assert.equal(
    text!.body,
    `TEST, no money moved. Park Flowers: You paid $100.00 with Visa ending 4242. Receipt ${receiptNumber}` +
      '. On your statement: PARK FLOWERS',
  );

  await desk.pay({ IsEmailReceipt: false });
  await desk.pay({ IsSMSReceipt: false, OrderNumber: 'A-2' });
  await desk.pay({ IsEmailReceipt: false, IsSMSReceipt: false });
  await desk.work();
  assert.deepEqual([(await desk.mails()).length, (await desk.texts()).length], [2, 2]);
  assert.match((await desk.mails())[1]!.body, /^Invoice number: A-2$/m);
  await assertSound();
});

test('what was not paid is no receipt: a decline, an authorization, an outcome that is not known', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay({ CCNumber: '4000000000000002' });
  await desk.pay({ IsAuthOnly: true });
  await desk.work();
  assert.deepEqual([...(await desk.mails()), ...(await desk.texts())], []);
});

test('a capture is told with its own sum, and its void too; that of an authorization is no news', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const { invoice } = await desk.pay({ IsAuthOnly: true });
  await desk.authorization({ TransactionID: invoice, ChargeType: 'Capture', Amount: '60.00' });
  await desk.work();
  const [capture] = await desk.mails();
  assert.match(capture!.body, /^Receipt: \$60\.00$/m);
  assert.match(capture!.body, /^Amount asked for: \$100\.00$/m);
  await desk.refund({ PaymentID: invoice });
  const other = await desk.pay({ IsAuthOnly: true });
  await desk.authorization({ TransactionID: other.invoice, ChargeType: 'Void' });
  await desk.work();
  const [, voided, ...rest] = await desk.mails();
  assert.equal(rest.length, 0);
  assert.equal(voided!.subject, '[TEST] Your payment to Test was canceled');
  assert.match(
    voided!.body,
    /Your payment of \$60\.00 to Test was canceled, and nothing is charged/,
  );
  assert.match((await desk.texts())[1]!.body, /: Payment of \$60\.00 with Visa .* was canceled\./);
});

test('a refund says how much of what was paid came back, and when that is all', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const { invoice } = await desk.pay();
  const part = { RefundType: 'Partial', Amount: '30.00', PaymentID: invoice };
  await desk.refund(part);
  await desk.refund({ PaymentID: invoice });
  await desk.work();
  const [, first, second] = await desk.mails();
  assert.equal(first!.subject, '[TEST] Your refund from Test');
  assert.match(first!.body, /^Refund: \$30\.00$/m);
  assert.match(first!.body, /Test refunded you \$30\.00 of the \$100\.00 that you paid\./);
  assert.match(first!.body, /^Refunded to: Visa ending 4242\n/m);
  assert.match(first!.body, /^Refunded so far: \$30\.00$/m);
  assert.match(second!.body, /\$70\.00 of the \$100\.00 that you paid, by now all\./);
  const texts = await desk.texts();
  assert.match(texts[1]!.body, /: \$30\.00 was refunded to Visa ending 4242\. Receipt R/);
  await assertSound();
});

test('a part that a bank approved is told with what was asked for', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await writeTerms(fixture.db, desk.id, { ...usualTerms, partialApprovals: true }, world.now());
  await desk.pay({ CCNumber: '4000009990000500' });
  await desk.work();
  const [mail] = await desk.mails();
  assert.match(mail!.body, /^Receipt: \$50\.00$/m);
  assert.match(mail!.body, /Of \$100\.00 your bank approved this part; the rest was not taken\./);
  assert.match((await desk.texts())[0]!.body, /: You paid \$50\.00 with Visa ending 0500\./);
});

test('whoever is not to be contacted gets neither, and what was made says so', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay();
  await fixture.db.query(`update customers set status = 'do_not_contact' where business_id = $1`, [
    desk.id,
  ]);
  await desk.work();
  assert.deepEqual([...(await desk.mails()), ...(await desk.texts())], []);
  assert.deepEqual(
    (await desk.rows()).map(({ state, error_code }) => [state, error_code]),
    [['failed', 'do_not_contact']],
  );
  await assertSound();
});

test('a business without an e-mail address shows none, and its contact writes', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.profile({ contact: 'ann@flowers.example', details: {} });
  await desk.pay();
  await desk.work();
  const [mail] = await desk.mails();
  assert.equal(mail!.sender, 'Test <ann@flowers.example>');
  assert.ok(!mail!.body.includes('ann@flowers.example'));
  assert.ok(!mail!.html!.includes('ann@flowers.example'));
});

test('a business that applied to take payments shows the address of its owner', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.profile({ contact: 'ann@flowers.example', details: { DBA: 'Park Flowers' } });
  await desk.pay();
  await desk.work();
  const [mail] = await desk.mails();
  assert.equal(mail!.sender, 'Park Flowers <ann@flowers.example>');
  assert.match(mail!.body, /^-- \nPark Flowers\nann@flowers\.example$/m);
});

test('a business of which nothing is known writes under our address', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay();
  await desk.work();
  assert.equal((await desk.mails())[0]!.sender, 'Test <no-reply@quittance.local>');
});

test('where our address must be believed, it comes from that, and the business gets the answer', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.profile(flowers);
  const config = { ...world.config, mailFrom: 'mail@pay.example', mailFromBusiness: 'no' as const };
  const seen: { from: string; replyTo: string | undefined; messageId: string }[] = [];
  const { sandbox } = world.carriers.mails;
  const watching = {
    ...world,
    config,
    carriers: {
      ...world.carriers,
      mails: {
        live: undefined,
        sandbox: {
          ...sandbox!,
          send: async (mail: Parameters<NonNullable<typeof sandbox>['send']>[0]) => {
            const { messageId } = mail;
            seen.push({ from: mail.from.address, replyTo: mail.replyTo?.address, messageId });
            return await sandbox!.send(mail);
          },
        },
      },
    },
  };
  await desk.pay();
  await desk.work(watching);
  const [{ id } = { id: 0n }] = await desk.rows();
  assert.deepEqual(seen, [
    {
      from: 'mail@pay.example',
      replyTo: 'hello@flowers.example',
      messageId: `<${desk.id}.${id}@pay.example>`,
    },
  ]);
});

test('a bank payment will be debited, and canceled before its file it will not', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const { invoice } = await desk.pay({ ...bankFields, ...blankCard });
  await desk.work();
  const [mail] = await desk.mails();
  assert.equal(mail!.subject, '[TEST] Your bank payment to Test');
  assert.match(mail!.body, /Your bank account will be debited \$100\.00 for Test\./);
  assert.match(mail!.body, /^Payment method: Checking account ending 6543$/m);
  const [text] = await desk.texts();
  assert.match(text!.body, /: \$100\.00 will be debited from your account ending 6543\. Receipt R/);
  await desk.refund({ PaymentID: invoice });
  await desk.work();
  assert.match((await desk.mails())[1]!.body, /Your bank account will not be debited\./);
  await assertSound();
});

const blankCard = { CCNumber: '', ExpirationMonth: '', ExpirationYear: '', CVV: '' };

async function assertSound(): Promise<void> {
  for (const rule of mailRules) {
    const findings = await Array.fromAsync(checkRule(fixture.db, rule));
    assert.deepEqual(findings.map(formatFinding), []);
  }
}
