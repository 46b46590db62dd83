import { hash } from 'node:crypto';
import type { PdfDrawer } from './pdf-drawer.ts';
import type { Sheet } from './sheet.ts';

/** Receipts as PDF files, cached by content. */
export type ReceiptFiles = {
  pdf(sheet: Sheet, at: Date): Promise<Buffer>;
  /** True when it is cached, or the queue is short. */
  isSoon(sheet: Sheet, at: Date): boolean;
};

/** Some 5 KB each. */
const mostKept = 1000;
/** Two seconds of work, and more than one batch of mails. */
const mostWaiting = 64;

export function createReceiptFiles(drawer: PdfDrawer): ReceiptFiles {
  // In the order of last use, with those that are being drawn, so that each is drawn once.
  const files = new Map<string, Promise<Buffer>>();

  return {
    isSoon: (sheet, at) => drawer.waiting < mostWaiting || files.has(keyOf(sheet, at)),
    pdf(sheet, at) {
      const key = keyOf(sheet, at);
      const file = files.get(key) ?? drawer.draw(sheet, at);
      files.delete(key);
      files.set(key, file);
      // A failure is not cached.
      file.catch(() => {
        if (files.get(key) === file) files.delete(key);
      });
      const [oldest] = files.keys();
      if (files.size > mostKept && oldest !== undefined) files.delete(oldest);
      return file;
    },
  };
}

/** By content: a change of the payment changes the sheet. */
function keyOf(sheet: Sheet, at: Date): string {
  return hash('sha256', JSON.stringify([sheet, at]), 'base64url');
}
