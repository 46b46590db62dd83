import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { addressOf } from '../../../../src/kernel/listening-address.ts';
import { simulatedBank } from '../processor/bank.ts';
import { fileBook } from '../processor/file-book.ts';
import { bankServer } from './bank-server.ts';

export type OpenBankOptions = {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly bookFile: string;
  readonly seed: number;
  readonly callTimeoutMs: number;
  readonly lateWindowSeconds: number;
  readonly answerDelayMs: number;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
};

export type OpenBank = { readonly address: string; readonly close: () => void };

/** A simulated bank behind a socket, with its own clock and book. */
export async function openBank(options: OpenBankOptions): Promise<OpenBank> {
  const { bookFile, sleep, answerDelayMs } = options;
  const book = fileBook(bookFile);
  const clock = aheadClock(options.now);
  const bank = simulatedBank({ ...options, book, now: clock.now });
  const keeper = {
    ...bank.doors,
    passSeconds: clock.passSeconds,
    // After the answer to the request that asked for it.
    refuse: (seconds: number) => void setImmediate(refuse, seconds),
  };
  const server = bankServer({ bank, bookFile, sleep, answerDelayMs, keeper });
  let isOpen = true;
  const port = await listen(options.port);
  return { address: addressOf(options.host, port), close };

  async function listen(wanted: number): Promise<number> {
    server.listen(wanted, options.host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** Stops listening for a while, then listens on the same port again. */
  async function refuse(seconds: number): Promise<void> {
    shut();
    await sleep(seconds * 1000);
    if (isOpen) await listen(port);
  }

  function shut(): void {
    server.close();
    server.closeAllConnections();
  }

  function close(): void {
    isOpen = false;
    shut();
    book.close();
  }
}

/** The given clock, which `passSeconds` puts ahead. */
function aheadClock(now: () => Date) {
  let aheadMs = 0;
  return {
    now: () => new Date(now().getTime() + aheadMs),
    passSeconds(seconds: number) {
      aheadMs += seconds * 1000;
    },
  };
}
