import { Agent, request } from 'node:http';

/** Kept-alive connections, as callers have them: some will be dead when they are used again. */
export const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export type Answer = {
  readonly status: number;
  readonly payment: string | undefined;
  readonly state: string | undefined;
  readonly body: string;
};

/** Lost: it may have arrived. Refused: it certainly did not. */
export type Reply = Answer | 'lost' | 'refused';

export type Letter = {
  readonly path: string;
  readonly basic: string;
  readonly body: string;
  readonly key: string | undefined;
};

/** Longer than any service takes that is alive. */
const patienceMs = 90_000;

/** Sends once. Nothing is ever sent again but by whoever calls this. */
export function post(port: number, { path, basic, body, key }: Letter): Promise<Reply> {
  return new Promise((resolve) => {
    const headers = {
      Authorization: basic,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    };
    const options = { host: '127.0.0.1', port, path, method: 'POST', agent, headers };
    const sent = request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', () => resolve('lost'));
      response.once('close', () => {
        if (!response.complete) return resolve('lost');
        resolve({
          status: response.statusCode!,
          payment: textOf(response.headers['x-payment-id']),
          state: textOf(response.headers['x-payment-state']),
          body: Buffer.concat(pieces).toString('utf8'),
        });
      });
    });
    sent.setTimeout(patienceMs, () => sent.destroy());
    sent.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost');
    });
    sent.end(body);
  });
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
