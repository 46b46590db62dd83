import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Check, openConnection } from './answers.ts';
import type { LoadResult } from './load.ts';

type SteadyOptions = {
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** The whole request, as bytes of one string. */
  readonly next: () => string;
  readonly check: Check;
};

/**
 * So many requests a second, sent by the clock and not when the last one was answered, as callers do who know
 * nothing of each other. A latency counts from the moment at which its request was due, so that whoever had
 * to wait for the one before is not forgotten.
 */
export async function steadyLoad(options: SteadyOptions): Promise<LoadResult> {
  const { perSecond, seconds } = options;
  const pool = openPool(options);
  const startedAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const dueAt = startedAt + (n / perSecond) * 1000;
    const wait = dueAt - performance.now();
    if (wait > 0) await delay(wait);
    answers.push(pool.exchange(options.next()).then(() => performance.now() - dueAt));
  }
  const latencies = Float64Array.from(await Promise.all(answers)).sort();
  pool.close();
  const took = (performance.now() - startedAt) / 1000;
  return { count: latencies.length, seconds: took, latencies };
}

/** As many connections as are needed at once; each is used again. */
function openPool({ port, check }: Pick<SteadyOptions, 'port' | 'check'>) {
  const all: Socket[] = [];
  const idle: ((request: string, done: () => void, failed: (fault: Error) => void) => void)[] = [];

  return {
    exchange: (request: string) =>
      new Promise<void>((resolve, reject) => {
        // In turn, so that none stays idle until the service ends it.
        const use = idle.shift() ?? open();
        use(request, resolve, reject);
      }),
    close() {
      for (const socket of all) socket.destroy();
    },
  };

  function open() {
    let [done, fail] = [() => {}, (_: Error) => {}];
    const use = (request: string, resolve: () => void, reject: (fault: Error) => void) => {
      [done, fail] = [resolve, reject];
      socket.write(request);
    };
    const socket = openConnection({
      port,
      check,
      heard() {
        idle.push(use);
        done();
      },
      opened() {},
      closed() {
        const at = idle.indexOf(use);
        if (at !== -1) idle.splice(at, 1);
        fail(new Error('the connection ended'));
      },
      failed: (fault) => fail(fault),
    });
    all.push(socket);
    return use;
  }
}
