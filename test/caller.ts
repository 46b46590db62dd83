import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHandler } from '../src/api/http/http.ts';
import { receptionOf } from '../src/api/http/reception.ts';
import { closeEdge, createEdge } from '../src/api/http/server.ts';
import type { World } from '../src/world.ts';
import { patienceMs } from './database.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

export type Fields = Readonly<Record<string, unknown>>;
export type Headers = Readonly<Record<string, string>>;

export type Client = {
  /** Rejects when no whole answer came. */
  call(operation: string, fields: Fields | string, headers?: Headers): Promise<Reply>;
  close(): void;
};

type Credentials = { readonly username: string; readonly apiKey: string };
type ClientOptions = { readonly connections?: number; readonly timeoutMs?: number };

/** Connections that nobody uses are closed before the service closes them: a request might cross its end. */
export const idleMs = 3000;

/** A caller as there are many: HTTP with connections that are kept. */
export function client(
  baseUrl: string,
  { username, apiKey }: Credentials,
  { connections = 16, timeoutMs = patienceMs }: ClientOptions = {},
): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleMs });
  const authorization = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`;

  return {
    async call(operation, fields, headers = {}) {
      const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
      return await exchange(`${baseUrl}/api/Default/${operation}`, body, {
        agent,
        timeout: timeoutMs,
        headers: {
          Authorization: authorization,
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(body)),
          ...headers,
        },
      });
    },
    close: () => agent.destroy(),
  };
}

function exchange(
  url: string,
  body: string,
  options: { agent: Agent; timeout: number; headers: Headers },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method: 'POST' }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode, headers } = answer;
        resolve({ status: statusCode!, headers, body: Buffer.concat(pieces).toString() });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A world that can be called, as `serve` makes it. */
export async function openDoor(world: World): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const handler = createHandler(world);
  const server = createEdge(handler, {
    requestTimeoutMs: patienceMs,
    keepAliveTimeoutMs: patienceMs,
    quick: { handler, now: world.now },
    reception: receptionOf(world.config),
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      world.live.close();
      await closeEdge(server, 1000);
    },
  };
}

/** What of an answer a client writes down: see src/backoffice/reconciliation/client-log.ts. */
export function gist({ status, headers, body }: Reply) {
  const token = JSON.parse(body).Data?.TokenResult;
  return {
    status,
    ...('x-payment-id' in headers && { payment: String(headers['x-payment-id']) }),
    ...('x-payment-state' in headers && { state: String(headers['x-payment-state']) }),
    ...(typeof token === 'string' && { token }),
  };
}

export const cardFields = {
  FirstName: 'Ada',
  LastName: 'Park',
  Address1: '1 Main Street',
  City: 'Boston',
  StateCode: 'MA',
  PostalCode: '02101',
  CountryCode: 'US',
  Email: 'ada@example.com',
  MobilePhone: '6175550123',
  CCNumber: '4242424242424242',
  ExpirationMonth: '12',
  ExpirationYear: '39',
  CVV: '937',
} as const;

const { CCNumber: _, ExpirationMonth: __, ExpirationYear: ___, CVV: ____, ...rest } = cardFields;
export const payerFields = rest;

export const bankFields = {
  ...payerFields,
  PaymentType: 'ACH',
  ChargeType: 'Charge',
  AccountName: 'Ada Park',
  AccountNumber: '9876543',
  RoutingNumber: '021000021',
  AccountType: 'Checking',
} as const;
