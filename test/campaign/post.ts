import http from 'node:http';

/** Kept-alive connections, as callers have them: some will be dead when they are used again. */
export const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

export type Answer = {
  readonly status: number;
  readonly payment: string | undefined;
  readonly state: string | undefined;
  readonly followUp: string | undefined;
  readonly followUpState: string | undefined;
  /** Whether one is asked to come again. */
  readonly isLater: boolean;
  readonly body: string;
};

/** Lost: it may have arrived. Refused: it certainly did not. */
export type Reply = Answer | 'lost' | 'refused';

export type HttpRequest = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Longer than any service takes that is alive. */
const patienceMs = 240_000;

/** Sends a request once: the caller decides about sending it again. */
export function post(port: number, request: HttpRequest): Promise<Reply> {
  const { method = 'POST', path, body } = request;
  return new Promise((resolve) => {
    const length = method === 'GET' ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const headers = { ...request.headers, ...length };
    const options = { host: '127.0.0.1', port, path, method, agent, headers };
    const sent = http.request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('error', () => resolve('lost'));
      response.once('close', () => {
        if (!response.complete) return resolve('lost');
        const header = (name: string) => textOf(response.headers[name]);
        resolve({
          status: response.statusCode!,
          payment: header('x-payment-id'),
          state: header('x-payment-state'),
          followUp: header('x-followup-id'),
          followUpState: header('x-followup-state'),
          isLater: header('retry-after') !== undefined,
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
