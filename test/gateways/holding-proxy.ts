import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { patienceMs } from '../database.ts';

/** Where in a conversation the caller is stopped. */
export type Moment =
  /** The gateway has not seen the request; it never will. */
  | 'lost'
  /** The gateway gets the request once the caller is dead. */
  | 'late'
  /** The gateway has done it, and nobody was told. */
  | 'done'
  /** The answer is with the caller, who has not read it. */
  | 'told';

export const moments: readonly Moment[] = ['lost', 'late', 'done', 'told'];

/** Whoever is stopped together with others waits for them; `tell` is the last that is done before. */
type Stop = (tell?: () => void) => Promise<void>;

type Ambush = { readonly at: Moment; after: number; readonly reached: Stop };

/** Stands between a service and a gateway, and can stop the service at a moment of a conversation. */
export async function openHoldingProxy(target: string) {
  let ambush: Ambush | undefined;
  const server = createServer({ keepAliveTimeout: patienceMs }, (asked, answer) => {
    answer.on('error', () => {});
    void carry(asked, answer).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** At this moment of the request after so many others, `stop` is awaited before anything goes on. */
    lieInWait(at: Moment, after: number, stop: Stop): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      ambush = { at, after, reached: (tell) => stop(tell).finally(resolve) };
      return promise;
    },
    /** Whether it lay in wait for nothing: what has been reached goes on. */
    standDown(): boolean {
      const waited = ambush !== undefined;
      ambush = undefined;
      return waited;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };

  async function carry(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const here = turn();
    if (here?.at === 'lost' || here?.at === 'late') {
      await here.reached();
      if (here.at === 'late') await forward(asked, body);
      return void answer.destroy();
    }
    const { status, headers, told } = await forward(asked, body);
    if (here?.at === 'done') {
      await here.reached();
      return void answer.destroy();
    }
    const tell = () => void answer.writeHead(status, headers).end(told);
    if (here) await here.reached(tell);
    else tell();
  }

  function turn(): Ambush | undefined {
    if (!ambush) return undefined;
    ambush.after -= 1;
    if (ambush.after >= 0) return undefined;
    const reached = ambush;
    ambush = undefined;
    return reached;
  }

  async function forward({ method, url = '', headers }: IncomingMessage, body: Buffer) {
    const sent = request(target + url, { method, headers, agent: false });
    sent.end(body);
    const [answered] = (await once(sent, 'response')) as [IncomingMessage];
    const told = await buffer(answered);
    return { status: answered.statusCode ?? 502, headers: answered.headers, told };
  }
}
