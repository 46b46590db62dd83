import { type Check, openConnection } from './answers.ts';

/** What a run of load saw. Latencies in milliseconds, sorted. */
export type LoadResult = {
  readonly count: number;
  readonly seconds: number;
  readonly latencies: Float64Array;
};

type LoadOptions = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The whole request, as bytes of one string. */
  readonly next: () => string;
  readonly check: Check;
};

/**
 * Keeps so many connections busy, one request at a time on each, over raw sockets: what the load costs
 * comes out of the same two cores, so it must cost little.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + options.seconds * 1000;
  const clients = Array.from({ length: options.connections }, () =>
    client(options, endAt, latencies),
  );
  await Promise.all(clients);
  const seconds = (performance.now() - startedAt) / 1000;
  return { count: latencies.length, seconds, latencies: Float64Array.from(latencies).sort() };
}

function client(options: LoadOptions, endAt: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    const send = () => {
      if (performance.now() >= endAt) return socket.end();
      sentAt = performance.now();
      socket.write(options.next());
    };
    const socket = openConnection({
      port: options.port,
      check: (status, body) => {
        latencies.push(performance.now() - sentAt);
        options.check(status, body);
      },
      heard: send,
      opened: send,
      closed: resolve,
      failed: reject,
    });
  });
}

export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(Float64Array.from(values).sort(), 0.5);
}
