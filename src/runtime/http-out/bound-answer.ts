import type { ClientRequest } from 'node:http';

/** The most bytes of a body that are read. */
export const longestAnswerBody = 64 * 1024;
/** The most bytes of a head; node:http ends a longer one. */
export const longestAnswerHead = 16 * 1024;

/** The reason why an answer with a longer body does not count. */
export const answerTooLong = 'answer too long';

/** `100 Continue` and `103 Early Hints`: servers usually send one or two of them before their answer. */
const mostInformational = 8;
/** The most bytes of an answer in all: heads, body, and the framing of its chunks. */
const mostBytes = 2 * (longestAnswerBody + longestAnswerHead);

/**
 * Ends a request when its answer gets too large. A limit on time is not enough: informational heads and chunk
 * extensions are parsed as fast as they arrive, on the main thread, and count towards no limit of a head or body.
 */
export function boundAnswer(request: ClientRequest): void {
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > mostInformational) end('too many informational answers');
  });
  request.once('socket', (socket) => {
    let bytes = 0;
    const count = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > mostBytes) end(answerTooLong);
    };
    // Counts before the parser. On a connection that stays open, the next answer has a count of its own.
    socket.prependListener('data', count);
    request.once('close', () => socket.off('data', count));
  });

  function end(reason: string): void {
    if (!request.destroyed) request.destroy(new Error(reason));
  }
}
