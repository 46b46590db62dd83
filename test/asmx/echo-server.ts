import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { beforeEach } from 'node:test';
import { closeEdge, createEdge } from '../../src/api/http/server.ts';
import { createAsmx } from '../../src/api/soap/asmx.ts';
import type { AsmxSettings, Method } from '../../src/api/soap/method.ts';
import type { Log } from '../../src/kernel/log.ts';
import { patient } from '../edge.ts';
import { openRaw } from '../raw-socket.ts';
import { after } from '../scope.ts';
import { echoMethods } from './echo-table.ts';

export const namespace = 'http://ws.example.test/';
const settings: AsmxSettings = {
  namespace,
  addressFor: () => 'http://ws.example.test/Service.asmx',
  hasTestForm: true,
};

export type Asked = {
  /** Method and target: `GET /Service.asmx?WSDL`. */
  readonly line: string;
  readonly headers?: readonly string[];
  /** A text is sent as UTF-8. */
  readonly body?: string | Buffer;
};

export type Heard = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** The wire layer on a real socket, with the operations of the recordings behind it. */
export async function startEcho(methods: readonly Method[] = echoMethods) {
  const ran: string[] = [];
  const troubles: unknown[] = [];
  const log = silentLog(troubles);
  const watched = methods.map((method) => ({
    ...method,
    run: async (...given: Parameters<Method['run']>) => {
      ran.push(method.name);
      return await method.run(...given);
    },
  }));
  const asmx = createAsmx(watched, settings, log);
  const server = createEdge((request, response) => {
    asmx.answer(request, 'id-1').then(
      ({ status, headers, body }) => {
        response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
        response.end(request.method === 'HEAD' ? undefined : body);
      },
      (error) => {
        troubles.push(error);
        response.destroy();
      },
    );
  }, patient);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<ReturnType<typeof openRaw>>();
  const open = () => {
    const socket = openRaw((server.address() as AddressInfo).port);
    sockets.add(socket);
    return socket;
  };

  return {
    /** Names of the operations that ran, in their order. */
    ran,
    /** What was logged as an error, or never became an answer. */
    troubles,
    open,
    ask: async (asked: Asked): Promise<Heard> => {
      const socket = open();
      socket.send(bytesOf({ ...asked, headers: [...(asked.headers ?? []), 'Connection: close'] }));
      const text = await socket.rest();
      assert.notEqual(text, '', `no answer: ${troubles}`);
      return heard(text, asked.line.startsWith('HEAD '));
    },
    close: async () => {
      // A test that failed has left its socket open, which would keep the process from ending.
      for (const socket of sockets) socket.destroy();
      await closeEdge(server, 1000);
    },
  };
}

/** For the tests of one file: what ran is forgotten before each, and nothing may have gone wrong in the end. */
export async function openEcho() {
  const echo = await startEcho();
  beforeEach(() => {
    echo.ran.length = 0;
  });
  after(async () => {
    await echo.close();
    assert.deepEqual(echo.troubles, []);
  });
  return echo;
}

/** One byte a character, as the raw socket sends it. */
export function bytesOf({ line, headers = [], body = '' }: Asked, version = '1.1'): string {
  const bytes = Buffer.from(body);
  const isFramed = headers.some((header) => /^transfer-encoding:/i.test(header));
  const hasLength = !isFramed && (bytes.length > 0 || /^(?:POST|PUT) /.test(line));
  const length = hasLength ? [`Content-Length: ${bytes.length}`] : [];
  const head = [`${line} HTTP/${version}`, 'Host: ws.example.test', ...headers, ...length];
  return `${head.join('\r\n')}\r\n\r\n${bytes.toString('latin1')}`;
}

/**
 * Holds every answer to what all have in common: a length, UTF-8 without a mark, how long it may be kept, and
 * an envelope of the version that its content type says.
 */
export function heard(text: string, isHead = false): Heard {
  const headEnd = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const bytes = Buffer.from(text.slice(headEnd + 4), 'latin1');
  if (isHead) assert.equal(bytes.length, 0, 'an answer to HEAD has a body');
  else assert.equal(headers.get('content-length'), String(bytes.length));
  const body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  assert.ok(!body.startsWith('\ufeff'), 'the answer begins with a byte order mark');
  const status = Number(statusLine.split(' ')[1]);
  const mayBeKept = headers.get('cache-control') ?? '';
  assert.match(mayBeKept, status === 200 ? /^private, max-age=0$/ : /^private(?:, max-age=0)?$/);
  const envelope = /<soap:Envelope xmlns:soap="([^"]*)"/.exec(body)?.[1];
  if (envelope) assert.equal(headers.get('content-type'), envelopeTypes[envelope]);
  return { status, headers, body };
}

const envelopeTypes: Readonly<Record<string, string>> = {
  'http://schemas.xmlsoap.org/soap/envelope/': 'text/xml; charset=utf-8',
  'http://www.w3.org/2003/05/soap-envelope': 'application/soap+xml; charset=utf-8',
};

function silentLog(troubles: unknown[]): Log {
  const ignore = () => {};
  return {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (event, facts) => void troubles.push(`${event}: ${facts?.error ?? ''}`),
  };
}
