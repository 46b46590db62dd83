import { failure } from './envelope.ts';

/** Error codes of node:http for a request that did not arrive in time. */
export const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

type Broken = { readonly status: string; readonly message: string };

const broken: Record<string, Broken> = {
  [timedOut]: {
    status: '408 Request Timeout',
    message: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request line and headers must not be larger than 16 kB.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Content Too Large',
    message: 'The chunk extensions of the body are too large.',
  },
};
const unreadable: Broken = {
  status: '400 Bad Request',
  message: 'The request is not valid HTTP.',
};

/** The answer to an unreadable request, or to one that did not arrive in time. */
export function brokenAnswer(
  code: string | undefined,
  common: Readonly<Record<string, string>>,
): string {
  const { status, message } = broken[code ?? ''] ?? unreadable;
  const body = JSON.stringify(failure(message));
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(common).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
