import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { segmentsOf } from '../../src/notify/conversations/segments.ts';
import { type Happening, happeningKinds } from '../../src/notify/mail/happening.ts';
import { plain } from '../../src/notify/mail/plain.ts';
import { receiptFacts } from '../../src/notify/mail/receipt-facts.ts';
import { receiptText } from '../../src/notify/mail/receipt-text.ts';
import { sheetText } from '../../src/notify/mail/sheet.ts';
import { sheetHtml } from '../../src/notify/mail/sheet-html.ts';
import { makeFixture } from '../fixture.ts';
import { openDesk } from './desk.ts';
import { charge, faceOf } from './said-samples.ts';

/** What somebody may write wherever they may write anything. */
const nasty = {
  markup: '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&amp;</td></table>',
  style: '</style><style>*{display:none}</style>" onmouseover="x',
  lines: 'Ada\r\nBcc: eve@example.com\r\n\r\nTotal: $0.00\n-- \n',
  direction: '\u202egnp.exe\u2066\u200f\u061c',
  unseen: 'a\u200b\ufeffb\u2028c\u0000d\u0085e',
  long: 'x'.repeat(5000),
  emoji: '👩‍👩‍👧‍👦'.repeat(900),
} as const;

const detailsOfNobody = {
  lines: [],
  billTo: {},
  email: '',
  phone: '',
  emailReceipt: true,
  smsReceipt: true,
} as const;

const unwanted =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u061c\u2028-\u202e\u2066-\u2069\ufeff]/;

for (const [what, text] of Object.entries(nasty)) {
  test(`${what} in names, descriptions and lines stay words, whoever shows them`, () => {
    for (const kind of happeningKinds) {
      const sheet = receiptFacts({
        happening: happening({
          kind,
          description: text,
          orderNumber: text,
          statementDescriptor: text,
        }),
        face: faceNamed(text),
        details: {
          lines: [{ name: text, cents: '100', kind: 'fee' }],
          billTo: { firstName: text, lastName: text },
          email: 'ada@example.com',
          phone: '2125550123',
          emailReceipt: true,
          smsReceipt: true,
          bill: { business: { city: text }, accountNumber: text, statementOn: '2030-01-15' },
        },
        payAddress: 'http://127.0.0.1:8080/pay/x',
      });
      const [html, plainText] = [sheetHtml(sheet), sheetText(sheet)];
      assert.equal(unwanted.exec(html), null);
      assert.equal(unwanted.exec(plainText), null);
      assert.ok(html.length < 60_000 && plainText.length < 15_000, `${html.length}`);
      assert.equal(unwanted.exec(sheet.subject), null);
      assert.ok(!sheet.subject.includes('\n') && sheet.subject.length < 300, sheet.subject);
      // Our own markup and nothing else: as many elements as of a receipt of nobody.
      assert.deepEqual(tagsOf(html), tagsOf(sheetHtml(replaced(sheet, text))));
      for (const line of plainText.split('\n')) {
        assert.ok(!/^(?:Bcc|Total: \$0\.00)/.test(line), line);
      }
    }
  });
}

test('a text is carried in two parts at most, whatever kind of event and whatever name', () => {
  for (const name of ['Park Flowers', ...Object.values(nasty)]) {
    for (const kind of happeningKinds) {
      for (const againAt of [undefined, new Date('2030-09-28T12:00:00Z')]) {
        const said = receiptText({
          happening: happening({
            kind,
            againAt,
            outcomeCode: 'R16',
            payerIsAsked: 'to_pay_otherwise',
            paidCents: 99_999_999n,
            askedCents: 99_999_999n,
            brand: 'amex',
            receiptNumber: 'R2PCR0000ZZZZ',
          }),
          face: faceNamed(name),
          details: detailsOfNobody,
          hasLink: false,
        });
        assert.equal(unwanted.exec(said), null);
        assert.ok(!said.includes('\n'));
        const most = kind === 'payment.returned' ? 3 : 2;
        assert.ok(segmentsOf(said) <= most, `${segmentsOf(said)}: ${said}`);
        if (name === 'Park Flowers') assert.ok(segmentsOf(said) <= 2, said);
      }
    }
  }
});

const fixture = await makeFixture({ after });

test('what a caller sends comes out of the mailbox as it was written, and harmless', async (t) => {
  const desk = await openDesk(t, { fixture });
  const name = `<b>Bits & "Pieces"</b>`;
  await desk.profile({ details: { DBA: name, BusinessEmail: 'shop@example.com' } });
  await desk.pay({
    FirstName: '<i>Ada</i>',
    Description: `${nasty.markup.slice(0, 100)}\u202e`,
    OrderNumber: '"><u>7',
    TaxAmount: '1.00',
  });
  await desk.work();
  const [mail] = await desk.mails();
  assert.equal(mail!.subject, `[TEST] Your receipt from ${name}`);
  assert.ok(mail!.html!.includes('&lt;b&gt;Bits &amp; &quot;Pieces&quot;&lt;/b&gt;'));
  assert.ok(mail!.html!.includes('&quot;&gt;&lt;u&gt;7'));
  assert.ok(!/<(?:script|img|b|i|u)\b/.test(mail!.html!));
  assert.ok(mail!.body.includes(`Invoice number: "><u>7`));
  assert.ok((await desk.texts())[0]!.body.includes(`${plain(name, 32)}: You paid`));
});

function tagsOf(html: string): string[] {
  return html.match(/<\/?[a-z]+/g) ?? [];
}

/** The same sheet with harmless words in place of theirs. */
function replaced<T>(value: T, text: string): T {
  const json = JSON.stringify(value, (_, one) =>
    typeof one === 'string' && one.includes(plain(text, 20).slice(0, 10)) ? 'word' : one,
  );
  return JSON.parse(json);
}

const faceNamed = (name: string) => faceOf({ name, address: [name] });

function happening(more: Partial<Happening>): Happening {
  return { ...charge, askedCents: 1250n, paidCents: 1250n, description: undefined, ...more };
}
