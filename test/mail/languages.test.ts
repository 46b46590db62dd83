import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { linkMark } from '../../src/notify/conversations/body.ts';
import { segmentsOf } from '../../src/notify/conversations/segments.ts';
import { receiptPdf } from '../../src/notify/mail/receipt-pdf.ts';
import type { Sheet } from '../../src/notify/mail/sheet.ts';
import { sheetHtml } from '../../src/notify/mail/sheet-html.ts';
import { changeCustomer } from '../../src/parties/customers/change.ts';
import { setBusinessLanguage } from '../pages/business-language.ts';
import { openDesk } from './desk.ts';
import { faceOf, htmlOf, samplesOf, writtenOut } from './said-samples.ts';

const sampleFile = new URL('english-samples.txt', import.meta.url);

test('where no language is set, every mail and text is what it was, to the byte', () => {
  const all = samplesOf(faceOf());
  const written = `${writtenOut(all)}\n=== HTML\n${hash('sha256', htmlOf(all))}\n`;
  if (process.env.UPDATE) writeFileSync(sampleFile, written);
  assert.equal(written, readFileSync(sampleFile, 'utf8'));
  assert.equal(writtenOut(samplesOf(faceOf({ language: 'en' }))), writtenOut(all));
});

/** What the business and the payer wrote, and what is called the same everywhere. */
const sameEverywhere =
  /^(?:Lee Flowers|9 Elm Street|\(617\) 555-0124|shop@example\.com|Peonies|Ada Park|A bunch of peonies|Total|Date|Plan|gold|http:\S+|[A-Z]+-?\d+|inv-9|\d+|\$[\d,.]+)$/;

for (const language of ['es', 'fr'] as const) {
  const spoken = samplesOf(faceOf({ language }));
  const english = samplesOf(faceOf());

  test(`no mail in ${language} has an English word`, () => {
    for (const [name, sheet] of spoken) {
      const other = english.get(name)!;
      if (typeof sheet === 'string' || typeof other === 'string') continue;
      const said = new Set(wordsOf(other));
      const same = wordsOf(sheet).filter((text) => said.has(text) && !sameEverywhere.test(text));
      assert.deepEqual(same, [], name);
      assert.match(sheetHtml(sheet), new RegExp(`<html lang="${language}">`));
    }
  });

  test(`a text in ${language} needs no character that makes it longer, and has two parts at most`, () => {
    for (const [name, text] of spoken) {
      if (typeof text !== 'string') continue;
      assert.notEqual(text, english.get(name));
      const sent = text.replace(linkMark, 'https://pay.example.com/pay/AAAAAAAAAAAAAAAAAAAAAA');
      assert.ok(segmentsOf(sent) <= 2, `${segmentsOf(sent)}: ${sent}`);
      const long = [...sent].filter((sign) => segmentsOf(sign.repeat(160)) > 1);
      assert.deepEqual(long, [], sent);
      assert.doesNotMatch(text, /\b(?:your|paid|please|receipt|bank|was)\b/i);
    }
  });

  test(`a PDF in ${language} says so`, async () => {
    const sheet = spoken.get('payment.captured, usual') as Sheet;
    const pdf = await receiptPdf(sheet, new Date('2030-01-15T15:00:00Z'));
    assert.match(pdf.toString('latin1'), language === 'es' ? /Lang \(es-US\)/ : /Lang \(fr-CA\)/);
  });
}

function wordsOf(sheet: Sheet): string[] {
  const {
    subject,
    banner,
    sender,
    title,
    amount,
    paragraphs,
    facts,
    lines,
    total,
    action,
    remarks,
  } = sheet;
  const rows = [...facts, ...lines, total, action].flatMap((row) =>
    row ? [row.label, row.value] : [],
  );
  return [
    subject,
    banner,
    ...sender.lines,
    title,
    amount,
    ...paragraphs,
    ...rows,
    ...remarks,
  ].filter((text) => text !== undefined);
}

test('amounts and days are those of the reader, at the clock of the business', () => {
  const spanish = writtenOut(samplesOf(faceOf({ language: 'es' })));
  assert.match(spanish, /Fecha: 15 de enero de 2030 a las 10:00 a\.m\. EST/);
  assert.match(spanish, /Pagó \$1,250\.00 a Lee Flowers\./);
  const french = writtenOut(samplesOf(faceOf({ language: 'fr' })));
  assert.match(french, /Date\u00a0: 15 janvier 2030 à 10 h 00 HNE/);
  assert.match(french, /Vous avez payé 1\u00a0250,00\u00a0\$\u00a0US à Lee Flowers\./);
  assert.match(french, /Date du relevé\u00a0: 1er août 2030/);
  assert.match(french, /Nous réessayons le 15 aout\./);
});

test('a receipt goes out in the language of the customer, else in that of the business', async (t) => {
  const desk = await openDesk(t);
  const subjects = async () => (await desk.mails()).map(({ subject }) => subject);
  await desk.pay({ OrderNumber: 'L-1' });
  await desk.work();
  await setBusinessLanguage(desk.fixture, desk.id, 'fr');
  await desk.pay({ OrderNumber: 'L-2' });
  await desk.work();
  const [customer] = await desk.fixture.db.query<{ id: bigint }>(
    'select id from customers where business_id = $1',
    [desk.id],
  );
  const key = { businessId: desk.id, id: customer!.id, idempotencyKey: undefined };
  await changeCustomer(desk.world, { ...key, change: { language: 'es' } });
  await desk.pay({ OrderNumber: 'L-3' });
  await desk.work();
  const [first, second, third] = await subjects();
  assert.match(first!, /^\[TEST\] Your receipt from /);
  assert.match(second!, /^\[ESSAI\] Votre reçu de /);
  assert.match(third!, /^\[PRUEBA\] Su recibo de /);
  const texts = (await desk.texts()).map(({ body }) => body);
  assert.match(texts[0]!, /You paid/);
  assert.match(texts[1]!, /Vous avez payé/);
  assert.match(texts[2]!, /Ha pagado/);
});
