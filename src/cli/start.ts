import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOf } from '../base/listening-address.ts';
import { longestChargeMs } from '../base/longest-charge.ts';
import { type FirstCredentials, makeFirstBusiness } from '../businesses/first-start.ts';
import type { Config } from '../config.ts';
import { anewWhenLost } from '../database/anew-when-lost.ts';
import { refreshMs } from '../vault/vault.ts';
import { createHandler } from '../wire/http.ts';
import { closeEdge, createEdge } from '../wire/server.ts';
import { tellRequests } from '../wire/tell-requests.ts';
import { scheduleRecurring } from '../worker/schedule.ts';
import { work } from '../worker/worker.ts';
import type { World } from '../world.ts';
import { type Command, OperatorFault, print } from './command.ts';
import { keepAddresses, writeFirstStart } from './first-start-file.ts';
import { openHouse } from './open-house.ts';
import { refreshKeys } from './refresh-keys.ts';
import { welcome } from './welcome.ts';

/** The long-running roles: they differ only in which of the two halves they run. */
function role(doc: string, { serves, works }: { serves: boolean; works: boolean }): Command {
  return {
    doc,
    async run(config) {
      const stop = stopSignal();
      const house = await openHouse(config, { maySetUp: true });
      const { log } = house.world;
      const refreshing = setInterval(refreshKeys(house.world), refreshMs);
      try {
        if (works) await anewWhenLost(() => scheduleRecurring(house.world));
        const server = serves ? await serve(house.world) : undefined;
        const working = works ? work(house.world, stop) : undefined;
        if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve));
        log.info('service.stopping', { signal: String(stop.reason) });
        if (server) await closeEdge(server, longestChargeMs(config));
        await working;
      } finally {
        clearInterval(refreshing);
        await house.close();
        log.info('service.stopped');
      }
      return undefined;
    },
  };
}

export const all = role('Serves requests and works jobs, in one process. The default.', {
  serves: true,
  works: true,
});
export const serveOnly = role('Serves requests only.', { serves: true, works: false });
export const workOnly = role('Works jobs only.', { serves: false, works: true });

async function serve(world: World): Promise<Server> {
  const { config, log } = world;
  let isReady = false;
  const handler = tellRequests(
    world,
    createHandler(world, () => isReady),
  );
  const server = createEdge(handler, {
    requestId: world.uuid,
    quick: { handler, now: world.now },
  });
  await listen(server, config);
  try {
    const { port } = server.address() as AddressInfo;
    const baseUrl = config.publicUrl || addressOf(config.host, port);
    if (config.mode === 'live' && config.publicUrl === '') {
      const warning = 'links in texts and mails lead to an address that payers cannot reach';
      log.warn('server.without_public_url', { setting: 'PUBLIC_URL', address: baseUrl, warning });
    }
    log.info('server.listening', { address: baseUrl });
    const keep = (given: FirstCredentials) => writeFirstStart(config, baseUrl, given);
    // Where a commit went through whose answer was lost, the file has what is not said again.
    const first = await anewWhenLost(() => makeFirstBusiness(world, keep));
    if (!first) await keepAddresses(config, baseUrl, log);
    isReady = true;
    print(welcome(config, baseUrl, first));
    return server;
  } catch (error) {
    await closeEdge(server, 0);
    throw error;
  }
}

async function listen(server: Server, { host, port }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const isTaken = fault.code === 'EADDRINUSE';
      const why = isTaken ? 'it is in use; set PORT to another' : fault.code;
      reject(new OperatorFault(`cannot listen on ${host}, port ${port}: ${why}`));
    });
    server.listen(port, host, resolve);
  });
}

// A terminal tells everybody in its group, and npm passes on what it hears: that is one wish, heard twice.
const mayBeOneWish = 2;

/** The first signal asks to finish what is under way; the third does not wait. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  let heard = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      heard += 1;
      if (heard > mayBeOneWish) process.exit(1);
      stopping.abort(signal);
    });
  }
  return stopping.signal;
}
