import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patienceMs } from '../database.ts';
import { atEnd, type Scope } from '../scope.ts';

/** What becomes of a request: it is passed on, passed on without its answer, or answered here. */
export type Fate = 'pass' | 'lose the answer' | ((response: ServerResponse) => void);

/** Stands before a service and does to each request what the next fate says; then it passes on. */
export async function openFlakyProxy(scope: Scope, target: string, fates: Fate[]) {
  const keys: (string | undefined)[] = [];
  const server = createServer({ keepAliveTimeout: patienceMs }, async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    keys.push(headers['idempotency-key'] as string | undefined);
    const fate = fates.shift() ?? 'pass';
    if (typeof fate === 'function') return fate(response);
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers;
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: passed as Record<string, string>,
      ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (fate === 'lose the answer') return response.destroy();
    const type = answer.headers.get('content-type');
    response.writeHead(answer.status, type ? { 'Content-Type': type } : {}).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(scope, async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, keys };
}
