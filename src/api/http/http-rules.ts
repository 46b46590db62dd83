import { hostForm } from './addresses.ts';
import { type Request, WholeRequest } from './request.ts';

type HttpRefusal = { readonly status: number; readonly rule: string; readonly message: string };

/**
 * Requests that Node accepts though RFC 9110 and 9112 give them no clear meaning, or though some proxies read them
 * differently. http-rules.test.ts pins the requests that Node itself refuses. A target in absolute form is replaced by
 * its path, so that later code knows one form.
 */
export function refuseRequest(request: Request): HttpRefusal | undefined {
  const { httpVersionMajor, httpVersionMinor, headers, url = '', method = '' } = request;
  if (httpVersionMajor !== 1) return refusals.version;
  if (!methods.has(method)) return refusals.method;
  if (url.length > longestUrl) return refusals.urlLength;
  if (url.charCodeAt(0) !== slash && !takeAbsolute(request)) return refusals.target;
  return refuseHost(request, httpVersionMinor) ?? refuseBody(headers, method, httpVersionMinor);
}

const absolute = /^https?:\/\/([^/?#]+)([/?].*)?$/i;

/** RFC 9112, 3.2.2: every server accepts the absolute form and ignores Host beside it. */
function takeAbsolute(request: Request): boolean {
  // The fast path accepts origin form only.
  if (request instanceof WholeRequest) return false;
  const [, host = '', rest = ''] = absolute.exec(request.url ?? '') ?? [];
  if (!hostForm.test(host)) return false;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = host;
  return true;
}

const slash = 0x2f;
const longestUrl = 8 * 1024;
const methods = new Set(['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const refusals = {
  version: {
    status: 505,
    rule: 'http_version',
    message: 'The request must be HTTP/1.1 or HTTP/1.0.',
  },
  method: { status: 501, rule: 'method_unknown', message: 'The method is not known here.' },
  urlLength: {
    status: 414,
    rule: 'url_too_long',
    message: 'The URL must not be longer than 8 kB.',
  },
  target: {
    status: 400,
    rule: 'target_form',
    message: 'The request line must name a path that begins with a slash, or an http address.',
  },
  hostMissing: { status: 400, rule: 'host_missing', message: 'The Host header is missing.' },
  hostTwice: { status: 400, rule: 'host_twice', message: 'The Host header must be sent once.' },
  hostInvalid: {
    status: 400,
    rule: 'host_invalid',
    message: 'The Host header must be a name or address, with or without a port.',
  },
  bodyOnRead: {
    status: 400,
    rule: 'body_on_read',
    message: 'A GET or HEAD request must have no body.',
  },
  oldChunks: {
    status: 400,
    rule: 'chunked_http_1_0',
    message: 'An HTTP/1.0 request must give the length of its body in Content-Length.',
  },
  transferEncoding: {
    status: 501,
    rule: 'transfer_encoding',
    message: 'The only transfer encoding known here is chunked.',
  },
  contentEncoding: {
    status: 415,
    rule: 'content_encoding',
    message: 'The body must be sent without Content-Encoding.',
  },
} satisfies Record<string, HttpRefusal>;

/** Node keeps the first of two; a proxy in front of us may have routed by the second. */
function refuseHost(request: Request, minor: number): HttpRefusal | undefined {
  const { rawHeaders } = request;
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length !== 4 || (name !== 'Host' && name.toLowerCase() !== 'host')) continue;
    if (host !== undefined) return refusals.hostTwice;
    host = rawHeaders[at + 1]!;
  }
  if (host === undefined) return minor === 1 ? refusals.hostMissing : undefined;
  // Addresses in WSDL and links are derived from it, so it must be a plain host.
  return hostForm.test(host) ? undefined : refusals.hostInvalid;
}

function refuseBody(
  headers: Request['headers'],
  method: string,
  minor: number,
): HttpRefusal | undefined {
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined) {
    if (minor === 0) return refusals.oldChunks;
    if (transfer !== 'chunked' && transfer.toLowerCase() !== 'chunked') {
      return refusals.transferEncoding;
    }
  } else if (!(Number(headers['content-length']) > 0)) {
    return undefined;
  }
  if (method === 'GET' || method === 'HEAD') return refusals.bodyOnRead;
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return undefined;
  return refusals.contentEncoding;
}
