import { hash } from 'node:crypto';
import type { Logo } from '../../parties/businesses/branding.ts';
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

/** The bytes of a logo; undefined if it was replaced meanwhile. */
type ReadLogo = (logo: Logo) => Promise<Buffer | undefined>;

export function createReceiptFiles(drawer: PdfDrawer, readLogo: ReadLogo): ReceiptFiles {
  // In the order of last use, with those that are being drawn, so that each is drawn once.
  const files = new Map<string, Promise<Buffer>>();

  async function draw(sheet: Sheet, at: Date): Promise<Buffer> {
    const logo = sheet.sender.branding?.logo;
    return await drawer.draw(sheet, at, logo && (await readLogo(logo)));
  }

  return {
    isSoon: (sheet, at) => drawer.waiting < mostWaiting || files.has(keyOf(sheet, at)),
    pdf(sheet, at) {
      const key = keyOf(sheet, at);
      const file = files.get(key) ?? draw(sheet, at);
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
  const text = JSON.stringify([sheet, at], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return hash('sha256', text, 'base64url');
}
