import type { IncomingMessage } from 'node:http';
import { type Request, WholeRequest } from './request.ts';

/** Why a body was not read. It is returned, not thrown: the caller decides what to answer. */
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
 * The whole body, judged by Content-Length before a byte of it is read and counted while it is
 * read. It has no clock: the server's requestTimeout closes the connection, which ends up here as
 * `body_incomplete`, when there is nobody left to answer.
 */
export function readBody(request: Request, limitBytes: number): Promise<Buffer | BodyFault> {
  if (request instanceof WholeRequest) return Promise.resolve(judge(request.body, limitBytes));
  const declared = request.headers['content-length'];
  if (declared === undefined && request.headers['transfer-encoding'] === undefined) {
    return Promise.resolve(empty);
  }
  if (declared !== undefined && Number(declared) > limitBytes) {
    return Promise.resolve(tooLarge(limitBytes));
  }
  // All there already, as it mostly is: then nothing has to be waited for.
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
        // What still comes is counted and dropped until Node's time limit ends it.
        gathered = empty;
        resolve(tooLarge(limitBytes));
      }
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

function judge(body: Buffer, limitBytes: number): Buffer | BodyFault {
  return body.length > limitBytes ? tooLarge(limitBytes) : body;
}

/**
 * Chunks are copied together as they come: a list of them would let a body sent byte by byte
 * take a hundred times its size.
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
