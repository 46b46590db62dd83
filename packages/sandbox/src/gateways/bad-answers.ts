import type { ServerResponse } from 'node:http';

/** All that a network and a server in trouble make of an answer. */
export type BadAnswer =
  /** The connection ends without a byte. */
  | 'lost'
  /** The caller gives up first. */
  | 'silent'
  | 'server_error'
  | 'too_many_requests'
  | 'garbage'
  /** Whole for HTTP, with half of what it should say. */
  | 'half'
  /** The connection ends in the middle. */
  | 'reset'
  | 'html'
  | 'empty'
  | 'wrong_content_type'
  | 'twice'
  | 'drop_by_drop';

const dripMs = 50;

export async function answerBadly(
  how: BadAnswer | undefined,
  type: string,
  body: string,
  response: ServerResponse,
  sleep: (ms: number) => Promise<void>,
  /** Of an answer that is whole. */
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
