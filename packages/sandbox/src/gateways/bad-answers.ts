import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** The ways in which a network, or a server in trouble, spoils an answer. */
export type BadAnswer =
  /** The connection ends without a byte. */
  | 'lost'
  /** The caller gives up first. */
  | 'silent'
  | 'server_error'
  | 'too_many_requests'
  | 'garbage'
  /** Whole for HTTP, with half of its content. */
  | 'half'
  /** The connection ends in the middle. */
  | 'reset'
  | 'html'
  | 'empty'
  | 'wrong_content_type'
  | 'twice'
  /** Compressed, although nobody asked for it. */
  | 'gzip'
  /** To the path where the request was executed: a client that follows it sends the request again. */
  | 'redirect'
  /** Whole, after an informational answer. */
  | 'early_hints'
  /** The connection goes on in another protocol. */
  | 'upgrade'
  | 'drop_by_drop';

const dripMs = 50;

export async function answerBadly(
  how: BadAnswer | undefined,
  type: string,
  body: string,
  response: ServerResponse,
  sleep: (ms: number) => Promise<void>,
  /** The status of an answer that is whole. */
  usualStatus = 200,
): Promise<void> {
  const respond = (status: number, text: string, contentType = type) => {
    const length = Buffer.byteLength(text);
    response.writeHead(status, { 'content-type': contentType, 'content-length': length });
    response.end(text);
  };
  switch (how) {
    case undefined:
      return respond(usualStatus, body);
    case 'lost':
      return void response.socket?.destroy();
    case 'silent':
      return;
    case 'server_error':
      return respond(500, '<h1>Internal Server Error</h1>', 'text/html');
    case 'too_many_requests':
      return respond(429, '');
    case 'garbage':
      return respond(200, '\u0000'.repeat(body.length));
    case 'half':
      return respond(200, body.slice(0, body.length / 2));
    case 'reset':
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
      return;
    case 'html':
      return respond(200, '<html><body>Scheduled maintenance.</body></html>', 'text/html');
    case 'empty':
      return respond(200, '');
    case 'wrong_content_type':
      return respond(200, body, 'application/octet-stream');
    case 'twice':
      return respond(200, body + body);
    case 'gzip':
      response.writeHead(usualStatus, { 'content-type': type, 'content-encoding': 'gzip' });
      return void response.end(gzipSync(body));
    case 'redirect':
      return void response.writeHead(307, { location: response.req.url }).end();
    case 'early_hints':
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      return respond(usualStatus, body);
    case 'upgrade':
      return void response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
      );
    case 'drop_by_drop':
      response.writeHead(200, { 'content-type': type });
      for (const drop of body) {
        if (response.destroyed) return;
        response.write(drop);
        await sleep(dripMs);
      }
      response.end();
  }
}
