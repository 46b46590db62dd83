import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

type Scope = { after(work: () => Promise<void> | void): void };

/** Says its lines, one for each of the client's and for the whole mail, then hangs up; at '' it falls silent. */
export async function scripted(
  t: Scope,
  lines: readonly string[],
  { onConnect = () => {}, onSilence = () => {} } = {},
): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    onConnect();
    let said = 0;
    let heard = '';
    const next = () => {
      const line = lines[said];
      said += 1;
      if (line === '') return onSilence();
      if (line === undefined) socket.end();
      else socket.write(`${line}\r\n`, () => said === lines.length && socket.end());
    };
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      heard += String(piece);
      const isContent = lines[said - 1]?.startsWith('354');
      if (!heard.endsWith(isContent ? '\r\n.\r\n' : '\r\n')) return;
      heard = '';
      next();
    });
    next();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}
