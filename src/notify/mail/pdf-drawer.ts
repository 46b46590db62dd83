import { Worker } from 'node:worker_threads';
import type { Sheet } from './sheet.ts';

/** Draws sheets as PDF in a worker thread: one takes as long as dozens of requests. */
export type PdfDrawer = {
  /** With the bytes of the logo, if there is one. */
  draw(sheet: Sheet, at: Date, logo?: Buffer): Promise<Buffer>;
  /** How many are being drawn or queued. */
  readonly waiting: number;
};

export type ToDraw = {
  readonly id: number;
  readonly sheet: Sheet;
  readonly at: Date;
  readonly logo: Uint8Array | undefined;
};
export type Drawn = { readonly id: number; readonly pdf?: Uint8Array; readonly fault?: string };

type Order = PromiseWithResolvers<Buffer>;

/** A thread costs some 30 MB, so it ends when no receipt was requested for this long. */
const idleMs = 60_000;

export function createPdfDrawer(signalAfter: (ms: number) => AbortSignal): PdfDrawer {
  const orders = new Map<number, Order>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./pdf-thread.ts', import.meta.url));
    started.on('message', ({ id, pdf, fault }: Drawn) => {
      const order = orders.get(id);
      orders.delete(id);
      if (pdf) order?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      else order?.reject(new Error(`the PDF could not be drawn: ${fault}`));
      if (orders.size === 0) rest(started);
    });
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker !== started) return;
      worker = undefined;
      // The next request starts another thread.
      for (const { reject } of orders.values()) reject(new Error('the PDF thread has ended'));
      orders.clear();
    });
    return started;
  }

  /** Lets the process exit, and ends the thread after a pause. */
  function rest(idle: Worker): void {
    idle.unref();
    const upTo = lastId;
    signalAfter(idleMs).addEventListener('abort', () => {
      if (worker !== idle || lastId !== upTo) return;
      worker = undefined;
      void idle.terminate();
    });
  }

  return {
    draw(sheet, at, logo) {
      worker ??= start();
      worker.ref();
      const order = Promise.withResolvers<Buffer>();
      lastId += 1;
      orders.set(lastId, order);
      // A copy: of a part of a larger buffer, all of it would be copied.
      const own = logo && new Uint8Array(logo);
      worker.postMessage({ id: lastId, sheet, at, logo: own } satisfies ToDraw);
      return order.promise;
    },
    get waiting() {
      return orders.size;
    },
  };
}
