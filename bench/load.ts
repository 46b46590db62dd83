import { connect, type Socket } from 'node:net';

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
  /** Throws when an answer is not what it should be. */
  readonly check: (status: number, body: string) => void;
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
    const socket: Socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let received = '';
    const send = () => {
      if (performance.now() >= endAt) return socket.end();
      sentAt = performance.now();
      socket.write(options.next());
    };
    socket.setEncoding('latin1');
    socket.once('connect', send);
    socket.once('close', () => resolve());
    socket.once('error', reject);
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk;
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const lengthAt = received.indexOf('Content-Length: ') + 16;
      const length = Number(received.slice(lengthAt, received.indexOf('\r', lengthAt)));
      const bodyAt = headEnd + 4;
      if (received.length < bodyAt + length) return;
      latencies.push(performance.now() - sentAt);
      try {
        options.check(Number(received.slice(9, 12)), received.slice(bodyAt));
      } catch (fault) {
        socket.destroy();
        return reject(fault as Error);
      }
      received = '';
      send();
    });
  });
}

export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(Float64Array.from(values).sort(), 0.5);
}
