import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailNamed } from '../../src/notify/mail/compose.ts';
import { receiptPdf, winAnsi } from '../../src/notify/mail/receipt-pdf.ts';
import type { Sheet } from '../../src/notify/mail/sheet.ts';
import { makeFixture } from '../fixture.ts';
import { openDesk } from './desk.ts';
import { readPdf } from './read-pdf.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const at = new Date('2030-01-15T15:00:00Z');

test('the PDF of a receipt says what the e-mail says, on one page, and always in the same bytes', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.profile({ details: { DBA: 'Café Zoë', BusinessEmail: 'hello@zoe.example' } });
  await desk.pay({ OrderNumber: 'A-7', SubtotalAmount: '90.00', TaxAmount: '10.00' });
  await desk.work();
  const [arrived] = await desk.mails();
  const mail = await mailNamed(world, desk.id, arrived!.reference);
  assert.equal(mail?.html, arrived!.html, 'composed again it is the same');
  const [pdf, again] = [
    await mail!.attachments[0]!.content(),
    await mail!.attachments[0]!.content(),
  ];
  assert.ok(pdf.equals(again));
  const { pages, words } = readPdf(pdf);
  assert.equal(pages, 1);
  assert.ok(pdf.length < 20_000);
  const said = arrived!.body.replaceAll('***', '').replace('-- ', '');
  for (const line of said.split(/\n+|: /).map((part) => part.trim())) {
    assert.ok(words.includes(line), `"${line}" stands in ${words}`);
  }
});

test('a receipt of another business is not found by its name', async (t) => {
  const [desk, other] = [
    await openDesk(t, { fixture, world }),
    await openDesk(t, { fixture, world }),
  ];
  await desk.pay();
  await desk.work();
  const [mail] = await desk.mails();
  assert.equal(await mailNamed(world, other.id, mail!.reference), undefined);
  assert.equal(await mailNamed(world, desk.id, '<nothing>'), undefined);
  assert.equal(await mailNamed(world, desk.id, `<${desk.id}.999@quittance.local>`), undefined);
});

test('however much there is to say, it is one page, and what is too long is cut', async () => {
  const long = 'word '.repeat(2000);
  const rows = Array.from({ length: 40 }, (_, i) => ({ label: `${i} ${long}`, value: long }));
  const sheet: Sheet = {
    subject: long,
    banner: long,
    sender: { name: long, lines: Array.from({ length: 30 }, () => long) },
    title: long,
    amount: '$999,999.99',
    tone: 'good',
    paragraphs: Array.from({ length: 30 }, () => long),
    facts: rows,
    lines: rows,
    total: { label: long, value: long },
    action: { label: long, value: long },
    remarks: Array.from({ length: 30 }, () => long),
  };
  const { pages } = readPdf(await receiptPdf(sheet, at));
  assert.equal(pages, 1);
});

test('what the fonts of a PDF cannot show loses its marks, or is seen to be missing', () => {
  const cases: Readonly<Record<string, string>> = {
    'Zoë’s Café – 5 €': 'Zoë’s Café – 5 €',
    'Łódź Škoda Đorđe': 'Lódz Škoda Dorde',
    'ﬁne ½ ①': 'fine ½ 1',
    '花屋 Flowers': '?? Flowers',
    '🌹': '?',
    'e\u0301': 'é',
  };
  for (const [text, shown] of Object.entries(cases)) assert.equal(winAnsi(text), shown);
});
