import { parentPort } from 'node:worker_threads';
import type { Drawn, ToDraw } from './pdf-drawer.ts';
import { receiptPdf } from './receipt-pdf.ts';

/** Runs in a thread of its own: pdf-drawer.ts starts it. */
parentPort?.on('message', async ({ id, sheet, at, logo }: ToDraw) => {
  const drawn: Drawn = await receiptPdf(sheet, at, logo && Buffer.from(logo)).then(
    (pdf) => ({ id, pdf }),
    (error) => ({ id, fault: String(error) }),
  );
  parentPort?.postMessage(drawn);
});
