import type { IncomingMessage } from 'node:http';
import { type Request, WholeRequest } from './request.ts';

/** The reason why a body was not read. Returned, not thrown: the caller chooses the answer. */
export class BodyFault {
  readonly status: number;
  readonly rule: string;
  readonly message: string;

  constructor(status: number, rule: string, message: string) {
    this.status = status;
    this.rule = rule;
    this.message = message;
  }
}

const empty = Buffer.alloc(0);

/**
 * Reads the whole body. Content-Length is checked before the first byte, and the bytes are counted while reading. No
 * clock here: the server's requestTimeout closes the connection, which ends as `body_incomplete`, when there is no
 * caller left to answer. `holds` gets the number of bytes in memory.
 */
export function readBody(
  request: Request,
  limitBytes: number,
  holds: (bytes: number) => void = () => {},
): Promise<Buffer | BodyFault> {
  if (request instanceof WholeRequest) return Promise.resolve(judge(request.body, limitBytes));
  const declared = request.headers['content-length'];
  if (declared === undefined && request.headers['transfer-encoding'] === undefined) {
    return Promise.resolve(empty);
  }
  if (declared !== undefined && Number(declared) > limitBytes) {
    return Promise.resolve(tooLarge(limitBytes));
  }
  // The usual case: the body has arrived already, so nothing is awaited.
  if (request.complete) return Promise.resolve(whole(request, limitBytes));
  if (request.destroyed) return Promise.resolve(incomplete());

  return new Promise((resolve) => {
    let size = 0;
    let gathered: Buffer = empty;
    request.on('data', (chunk: Buffer) => {
      const before = size;
      size += chunk.length;
      if (before === 0) gathered = chunk;
      else if (size <= limitBytes) gathered = append(gathered, before, chunk);
      if (size > limitBytes) {
        // The rest is counted and dropped until Node's time limit ends it.
        gathered = empty;
        resolve(tooLarge(limitBytes));
      }
      holds(gathered.length);
    });
    request.on('end', () =>
      resolve(gathered.length === size ? gathered : gathered.subarray(0, size)),
    );
    request.on('close', () => resolve(incomplete()));
  });
}

function whole(request: IncomingMessage, limitBytes: number): Buffer | BodyFault {
  const pieces: Buffer[] = [];
  for (let piece = request.read(); piece !== null; piece = request.read()) pieces.push(piece);
  return judge(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), limitBytes);
}

function judge(body: Buffer | BodyFault, limitBytes: number): Buffer | BodyFault {
  if (body instanceof BodyFault) return body;
  return body.length > limitBytes ? tooLarge(limitBytes) : body;
}

/**
 * Chunks are copied together on arrival: a list of them would let a body sent byte by byte take a hundred times its
 * size.
 */
function append(gathered: Buffer, size: number, chunk: Buffer): Buffer {
  const end = size + chunk.length;
  const room = end <= gathered.length ? gathered : Buffer.allocUnsafeSlow(2 * end);
  if (room !== gathered) gathered.copy(room, 0, 0, size);
  chunk.copy(room, size);
  return room;
}

function tooLarge(limitBytes: number): BodyFault {
  const message = `The body must not be larger than ${Math.floor(limitBytes / 1024)} kB.`;
  return new BodyFault(413, 'body_too_large', message);
}

function incomplete(): BodyFault {
  return new BodyFault(400, 'body_incomplete', 'The body ended before it was complete.');
}
