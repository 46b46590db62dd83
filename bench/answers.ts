import { connect, type Socket } from 'node:net';

/** Throws when an answer is not what it should be. */
export type Check = (status: number, body: string) => void;

type Hearing = {
  readonly port: number;
  readonly check: Check;
  /** A whole answer was read, and the next request may be sent. */
  readonly heard: () => void;
  readonly opened: () => void;
  readonly closed: () => void;
  readonly failed: (fault: Error) => void;
};

/** A raw connection for one request at a time: what load costs comes out of the same two cores. */
export function openConnection({ port, check, heard, opened, closed, failed }: Hearing): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received = '';
  socket.setEncoding('latin1');
  socket.once('connect', opened);
  socket.once('close', closed);
  socket.once('error', failed);
  socket.on('data', (chunk: string) => {
    received = received === '' ? chunk : received + chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const lengthAt = received.indexOf('Content-Length: ') + 16;
    const length = Number(received.slice(lengthAt, received.indexOf('\r', lengthAt)));
    const bodyAt = headEnd + 4;
    if (received.length < bodyAt + length) return;
    const [status, body] = [Number(received.slice(9, 12)), received.slice(bodyAt)];
    received = '';
    try {
      check(status, body);
    } catch (fault) {
      socket.destroy();
      return failed(fault as Error);
    }
    heard();
  });
  return socket;
}
