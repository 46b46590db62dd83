import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';

/** Opens a socket to an address; with a name, the other side must prove by its certificate that it has that name. */
export type Dial = (to: Destination) => Socket;

export type Destination = {
  readonly address: string;
  readonly port: number;
  /** The name in the certificate; undefined: no TLS. */
  readonly secureName: string | undefined;
};

export type Connection =
  | { readonly socket: Socket; readonly address: string }
  | { readonly failed: string; readonly address: string | undefined };

/** Connects to the first of these addresses that accepts, IPv4 first, since it is reachable from everywhere. */
export async function connectTo(
  url: URL,
  addresses: readonly string[],
  dial: Dial,
  signal: AbortSignal,
): Promise<Connection> {
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const secureName = isSecure ? url.hostname.replace(/^\[(.*)\]$/, '$1') : undefined;
  let last: Connection = { failed: 'no connection in time', address: undefined };
  for (const address of addresses.toSorted((one, other) => isIP(one) - isIP(other))) {
    if (signal.aborted) break;
    const socket = dial({ address, port, secureName });
    try {
      await once(socket, isSecure ? 'secureConnect' : 'connect', { signal });
      return { socket, address };
    } catch (error) {
      socket.on('error', () => {});
      socket.destroy();
      last = { failed: reasonOf(error as Error), address };
    }
  }
  return last;
}

function reasonOf(error: Error & { readonly code?: string }): string {
  if (error.name === 'AbortError') return 'no connection in time';
  if (error.code === 'ECONNREFUSED') return 'connection refused';
  return (error.code ?? 'no connection').slice(0, 50);
}
