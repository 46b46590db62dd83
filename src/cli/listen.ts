import { createServer, type Server } from 'node:net';
import type { Config } from '../config.ts';
import { clusterBelow, isThere } from './backup/places.ts';
import { ExpectedError } from './command.ts';
import { servicesHere } from './running-file.ts';

/** The ports of a start, refused in a sentence where they cannot be had. */

type Place = { readonly setting: 'PORT' | 'METRICS_PORT'; readonly host: string };

/** For the error of a server that was to listen there. A service of the same data folder is the usual reason. */
export function cannotListen(config: Config, { setting, host }: Place) {
  const port = setting === 'PORT' ? config.port : config.metricsPort;
  return async ({ code }: NodeJS.ErrnoException): Promise<never> => {
    const isTaken = code === 'EADDRINUSE';
    // Where the folder cannot be read, the port is still taken.
    const [running] = isTaken ? await servicesHere(config).catch(() => []) : [];
    const holder = running
      ? `process ${running.pid} of this data folder runs already (quittance status), or set ${setting} to another`
      : `it is in use; set ${setting} to another`;
    throw new ExpectedError(`cannot listen on ${host}, port ${port}: ${isTaken ? holder : code}`);
  };
}

export async function listen(server: Server, config: Config): Promise<void> {
  const { host, port } = config;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch(cannotListen(config, { setting: 'PORT', host }));
}

/**
 * Before a first start makes a database and keys. A later start may wait for the older process, which has the port
 * meanwhile.
 */
export async function refuseTakenPort(config: Config): Promise<void> {
  const isFirst = config.databaseUrl === '' && !(await isThere(clusterBelow(config.dataFolder)));
  if (!isFirst || config.port === 0) return;
  const server = createServer();
  await listen(server, config);
  await new Promise((resolve) => server.close(resolve));
}
