import type { Socket } from 'node:net';

/** Writes as fast as it is read, and never ends. */
export function pour(socket: Socket, piece: string, first = ''): void {
  const next = () => {
    while (!socket.destroyed && socket.write(piece));
    socket.once('drain', next);
  };
  socket.on('error', () => {});
  socket.write(first + piece);
  next();
}
