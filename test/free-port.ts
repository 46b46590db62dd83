import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/*
 * Below the ports that a system gives to outgoing connections. Who calls a port of theirs again and again
 * while nobody listens there is sooner or later given that very port, talks to itself and holds it.
 */
const [lowest, highest] = [20_000, 32_767];

/** A port that nobody holds, also for one who comes back to it later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest + 1);
    if ((await take(port)) && (await isFree(port))) return port;
  }
}

/** True: as long as this process lives nobody else who asks here is given it, for its number is held for UDP. */
async function take(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return await new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}
