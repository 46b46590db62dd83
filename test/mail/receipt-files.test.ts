import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signalAfter } from '../../src/build-world.ts';
import { createPdfDrawer, type PdfDrawer } from '../../src/notify/mail/pdf-drawer.ts';
import { createReceiptFiles } from '../../src/notify/mail/receipt-files.ts';
import { receiptPdf } from '../../src/notify/mail/receipt-pdf.ts';
import type { Sheet } from '../../src/notify/mail/sheet.ts';

const at = new Date('2030-01-15T15:00:00Z');
const sheet: Sheet = {
  subject: 'Your receipt',
  banner: undefined,
  sender: { name: 'Lee Flowers', lines: ['1 Main Street'] },
  title: 'Receipt',
  amount: '$12.50',
  tone: 'good',
  paragraphs: ['Thank you.'],
  facts: [{ label: 'Date', value: 'January 15, 2030' }],
  lines: [],
  total: undefined,
  action: undefined,
  remarks: [],
};

const noLogo = async () => undefined;

/** Counts what is drawn. */
function counting(drawer: PdfDrawer): PdfDrawer & { drawn: number } {
  return {
    drawn: 0,
    get waiting() {
      return drawer.waiting;
    },
    draw(...args) {
      this.drawn += 1;
      return drawer.draw(...args);
    },
  };
}

test('a receipt is drawn once for what it shows, however many ask, and in the same bytes', async () => {
  const drawer = counting(createPdfDrawer(signalAfter));
  const files = createReceiptFiles(drawer, noLogo);
  const [first, ...others] = await Promise.all(
    Array.from({ length: 20 }, () => files.pdf(structuredClone(sheet), at)),
  );
  assert.ok(first!.equals(await receiptPdf(sheet, at)));
  for (const other of others) assert.equal(other, first);
  assert.equal(drawer.drawn, 1);
  await files.pdf({ ...sheet, amount: '$12.51' }, at);
  await files.pdf(sheet, new Date(at.getTime() + 1));
  assert.equal(drawer.drawn, 3);
});

test('what waits to be drawn is bounded, but for what is drawn already', async () => {
  const files = createReceiptFiles(createPdfDrawer(signalAfter), noLogo);
  const waiting = Array.from({ length: 64 }, (_, i) =>
    files.pdf({ ...sheet, title: `Receipt ${i}` }, at),
  );
  assert.equal(files.isSoon(sheet, at), false);
  assert.equal(files.isSoon({ ...sheet, title: 'Receipt 7' }, at), true);
  await Promise.all(waiting);
  assert.equal(files.isSoon(sheet, at), true);
});

test('what cannot be drawn fails alone, and is tried again', async () => {
  const drawer = counting(createPdfDrawer(signalAfter));
  const files = createReceiptFiles(drawer, noLogo);
  const broken = { ...sheet, facts: [{ label: 'Date' }] } as unknown as Sheet;
  const [fine, wrong] = await Promise.allSettled([files.pdf(sheet, at), files.pdf(broken, at)]);
  assert.deepEqual([fine.status, wrong.status], ['fulfilled', 'rejected']);
  await assert.rejects(files.pdf(broken, at), /the PDF could not be drawn/);
  assert.equal(drawer.drawn, 3);
});

test('the thread ends when nothing comes, and another one is there for what comes then', async () => {
  const over: AbortController[] = [];
  const drawer = createPdfDrawer(() => {
    over.push(new AbortController());
    return over.at(-1)!.signal;
  });
  const first = await drawer.draw(sheet, at);
  over[0]!.abort();
  assert.ok(first.equals(await drawer.draw(sheet, at)));
  // An old one says nothing of a thread that was busy since.
  assert.ok(first.equals(await drawer.draw(sheet, at)));
  over[1]!.abort();
  assert.ok(first.equals(await drawer.draw(sheet, at)));
});
