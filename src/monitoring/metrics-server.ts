import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Checks, obstacles } from '../runtime/readiness.ts';
import type { Sql } from '../runtime/sql.ts';
import { program } from '../runtime/version.ts';
import type { World } from '../world.ts';
import { databaseGauges } from './database-gauges.ts';
import { type Host, hostGauges, notReadyGauge } from './host-gauges.ts';
import { addProcessGauges } from './process-gauges.ts';

type Options = {
  readonly host: string;
  readonly port: number;
  readonly log: Pick<World['log'], 'warn' | 'error'>;
  /** The present step of the start, such as a migration. */
  readonly doing: () => string;
};

/** The parts of a process that exist once the database is open. */
type Running = {
  /** For the metrics of the database. */
  readonly sql: Sql;
  readonly checks: Checks;
  /** The connections of this process to the database, by their use. */
  readonly pool: () => Readonly<Record<string, number>>;
  readonly on: Host;
};

export type MetricsServer = {
  readonly port: number;
  /** The database is open: from now on everything is shown. */
  show(world: World, running: Running): void;
  close(): Promise<void>;
};

type Answers = Readonly<Record<string, () => Promise<[status: number, text: string]>>>;

/**
 * /metrics, on a port of its own: its content is for the operator alone. A process that only works has no other port,
 * so /livez and /readyz are here too. It answers before the database is open: a migration may take longer than a
 * supervisor waits for a start. Rejects when it cannot listen.
 */
export async function openMetrics({ host, port, log, doing }: Options): Promise<MetricsServer> {
  const always: Answers = {
    '/livez': async () => [200, 'alive\n'],
    '/version': async () => [200, `${[program.version, program.commit].join(' ').trim()}\n`],
  };
  let answers: Answers = {
    ...always,
    '/metrics': async () => [200, notReadyGauge(obstacles.starting)],
    '/readyz': async () => [503, `${obstacles.starting}: ${doing()}\n`],
  };

  function show({ now, requests, telemetry: { metrics } }: World, running: Running): void {
    const { sql, checks, pool, on } = running;
    addProcessGauges(metrics, { requests, pool, startsAt: now() });
    const failed = (error: unknown) => log.warn('metrics.not_read', { error });
    const readDatabase = databaseGauges({ sql, now, failed });
    answers = {
      ...always,
      '/metrics': async () => {
        const found = await Promise.all([hostGauges({ ...on, checks, now }), readDatabase()]);
        return [200, metrics.text() + found.join('')];
      },
      '/readyz': async () => {
        const obstacle = await checks.ready();
        return obstacle ? [503, `${obstacle.status}\n`] : [200, 'ready\n'];
      },
    };
  }

  async function take({ method, url = '' }: IncomingMessage, response: ServerResponse) {
    const answer = answers[url.split('?', 1)[0]!];
    const isRead = method === 'GET' || method === 'HEAD';
    const [status, text] = !answer
      ? [404, 'There are /metrics, /livez, /readyz and /version.\n']
      : isRead
        ? await answer()
        : [405, 'Only GET is answered.\n'];
    if (status === 405) response.setHeader('Allow', 'GET, HEAD');
    response.writeHead(status, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(method === 'HEAD' ? undefined : text);
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error) => {
      log.error('request.failed', { path: '/metrics', error });
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    show,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
