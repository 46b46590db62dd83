import type { AddressInfo } from 'node:net';
import { createHandler } from '../api/http/http.ts';
import { logRequests } from '../api/http/log-requests.ts';
import { receptionOf } from '../api/http/reception.ts';
import { closeEdge, createEdge } from '../api/http/server.ts';
import { now, signalAfter } from '../build-world.ts';
import { type Config, describeSettings } from '../config.ts';
import { poolOf } from '../database/connect.ts';
import { migratedCheck } from '../database/migrate.ts';
import { retryWhenLost } from '../database/retryable.ts';
import { addressOf } from '../kernel/listening-address.ts';
import { longestChargeMs } from '../kernel/longest-charge.ts';
import { type MetricsServer, openMetrics } from '../monitoring/metrics-server.ts';
import { renewMs, rowOfProcess } from '../monitoring/processes.ts';
import { type FirstCredentials, makeFirstBusiness } from '../parties/businesses/first-start.ts';
import { makeFirstOperator } from '../parties/sign-in/login-link.ts';
import { checkSoon } from '../payments/accounts/check-account.ts';
import { refreshMs } from '../ports/vault/vault.ts';
import { type Checks, createChecks, type Life } from '../runtime/readiness.ts';
import { scheduleRecurring } from '../worker/schedule.ts';
import { work } from '../worker/worker.ts';
import type { World } from '../world.ts';
import { flawInAchFolder } from './ach-folder.ts';
import { lastBackupAt } from './backup/last-backup.ts';
import { type Command, ExpectedError, type Shell } from './command.ts';
import { dropRoot, refuseRoot } from './drop-root.ts';
import { welcome, writeAddresses, writeFirstStart } from './first-start.ts';
import { hostDoubles } from './gateway-doubles.ts';
import { cannotListen, listen, refuseTakenPort } from './listen.ts';
import type { Installation } from './open-installation.ts';
import { findSite, writeRunningFile } from './running-file.ts';
import { showProgress } from './show-progress.ts';

/** The long-running roles: they differ only in which of the two halves they run. */
function role(doc: string, { serves, works }: { serves: boolean; works: boolean }): Command {
  return {
    doc,
    async run(config, _, shell) {
      const stop = stopSignal();
      if (works) await refuseUnusableFolder(config);
      await refuseRoot(config);
      if (serves) await refuseTakenPort(config);
      const { installation, metrics } = await openToRun(config, shell);
      const { log } = installation.world;
      const refreshing = setInterval(refreshKeys(installation.world), refreshMs);
      // A listening process knows its address; the address of another may come and go.
      const finding = serves
        ? undefined
        : setInterval(() => findSite(installation.world), refreshMs);
      let renewing: NodeJS.Timeout | undefined;
      try {
        await dropRoot(config, log);
        const { world } = installation;
        const life: Life = { phase: 'starting', isMigrated: migratedCheck(world.db) };
        const checks = createChecks(world, life);
        metrics?.show(world, runningOf(installation, checks));
        if (works) {
          await retryWhenLost(() => scheduleRecurring(world));
          await retryWhenLost(() => checkSoon(world));
        }
        const server = serves ? await serve(world, checks, shell) : undefined;
        life.phase = 'running';
        const working = works ? work(installation.world, stop) : undefined;
        const row = rowOfProcess(world, { serves, works });
        await row.renew();
        renewing = setInterval(row.renew, renewMs);
        if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve));
        log.info('service.stopping', { signal: String(stop.reason) });
        life.phase = 'closing';
        if (server && config.closingSeconds > 0) await world.sleep(config.closingSeconds * 1000);
        if (server) await server.close(longestChargeMs(config));
        await working;
        clearInterval(renewing);
        await row.remove();
      } finally {
        clearInterval(refreshing);
        clearInterval(finding);
        clearInterval(renewing);
        await metrics?.close();
        await installation.close();
        log.info('service.stopped');
      }
      return undefined;
    },
  };
}

type Opened = { readonly installation: Installation; readonly metrics: MetricsServer | undefined };

/**
 * Making a database takes some seconds, and bringing a large one to a new version may take minutes: /livez answers
 * meanwhile, and /readyz names the present step.
 */
async function openToRun(config: Config, { open, print, err }: Shell): Promise<Opened> {
  const shown = showProgress('start', { to: err });
  let step = '';
  let doing = '';
  const progress = {
    ...shown,
    step(name: string, n: number, of: number, work?: number) {
      step = `step ${n} of ${of}, ${name}`;
      doing = step;
      shown.step(name, n, of, work);
    },
    part(name: string) {
      doing = `${step}, ${name}`;
      shown.part(name);
    },
  };
  const say = (sentence: string) => {
    progress.clear();
    print(sentence);
  };
  let metrics: MetricsServer | undefined;
  const before = async (log: World['log']) => {
    metrics = await listenForMetrics(config, log, () => doing);
  };
  try {
    const opening = { maySetUp: true, keepsLog: true, progress, say, before };
    return { installation: await open(config, opening), metrics };
  } catch (error) {
    await metrics?.close();
    throw error;
  } finally {
    progress.end();
  }
}

/** A server that listens until it is closed. */
type Serving = { close(patienceMs: number): Promise<void> };

async function serve(world: World, checks: Checks, { print, out }: Shell): Promise<Serving> {
  const { config, log } = world;
  const handler = logRequests(world, createHandler(world, checks));
  const server = createEdge(handler, {
    requestId: world.uuid,
    quick: { handler, now: world.now },
    reception: receptionOf(config),
  });
  await listen(server, config);
  try {
    const { port } = server.address() as AddressInfo;
    const baseUrl = config.publicUrl || addressOf(config.host, port);
    if (config.mode === 'live' && config.publicUrl === '') {
      const warning = 'links in texts and mails lead to an address that payers cannot reach';
      log.warn('server.without_public_url', { setting: 'PUBLIC_URL', address: baseUrl, warning });
    }
    world.site.address = baseUrl;
    log.info('server.listening', { address: baseUrl });
    const keep = (given: FirstCredentials) => writeFirstStart(config, baseUrl, given);
    // If the commit succeeded but its confirmation was lost, the credentials are in the file and not printed.
    const first = await retryWhenLost(() => makeFirstBusiness(world, keep));
    if (!first) await writeAddresses(config, baseUrl, log);
    // A convenience for commands: a service that takes payments does not stop for it.
    const notTold = (error: unknown) => log.warn('server.address_not_written', { error });
    const signInLink = first && (await makeFirstOperator(world, first.businessId).catch(notTold));
    const closeDoubles = await hostDoubles(world);
    const takeBack = await writeRunningFile(config, baseUrl).catch(notTold);
    print(
      welcome({
        config,
        baseUrl,
        first,
        signInLink: signInLink || undefined,
        isTerminal: out.isTTY === true,
      }),
    );
    return {
      async close(patienceMs) {
        await takeBack?.().catch(notTold);
        world.live.close();
        await closeEdge(server, patienceMs);
        closeDoubles();
      },
    };
  } catch (error) {
    await closeEdge(server, 0);
    throw error;
  }
}

async function listenForMetrics(
  config: Config,
  log: World['log'],
  doing: () => string,
): Promise<MetricsServer | undefined> {
  const { metricsHost: host, metricsPort: port } = config;
  if (port === 0) return undefined;
  const refused = cannotListen(config, { setting: 'METRICS_PORT', host });
  const server = await openMetrics({ host, port, log, doing }).catch(refused);
  log.info('metrics.listening', { address: addressOf(host, server.port) });
  return server;
}

function runningOf({ world, openAnother }: Installation, checks: Checks) {
  const { dataFolder } = world.config;
  const lastBackup = async () => await lastBackupAt(dataFolder);
  return {
    sql: openAnother(),
    checks,
    pool: () => ({ ...poolOf(world.db) }),
    on: { dataFolder, machineNow: now, lastBackup, signalAfter },
  };
}

// Control-C in a terminal signals the whole process group, and npm passes its signal on: one request, two signals.
const signalsOfOneRequest = 2;

/** The first signal asks to finish the work under way; the third does not wait. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  let heard = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      heard += 1;
      if (heard > signalsOfOneRequest) process.exit(1);
      stopping.abort(signal);
    });
  }
  return stopping.signal;
}

/** Takes over the keys that another process rotated. Keys that do not open here are logged once, not every time. */
export function refreshKeys({ vault, log }: Pick<World, 'vault' | 'log'>): () => Promise<void> {
  let logged: string | undefined;
  return async () => {
    const error = await vault.refresh().then(
      () => vault.standing().flaw,
      (fault: Error) => fault,
    );
    if (error && error.message !== logged) log.error('vault.not_refreshed', { error });
    logged = error?.message;
  };
}

/** The data folder and the keys are used by the start itself. */
async function refuseUnusableFolder(config: Config): Promise<void> {
  const flaw = await flawInAchFolder(config);
  if (flaw) throw new ExpectedError(flaw);
}

const showConfig: Command = {
  doc: 'Lists every setting with its value, default and meaning.',
  async run(config, _, { print }) {
    for (const { env, value, default: otherwise, doc } of describeSettings(config)) {
      print(`${env}=${value}`);
      print(`    ${doc} Default: ${otherwise === '' ? 'none' : otherwise}`);
    }
    return undefined;
  },
};

export const startCommands = {
  all: role('Serves requests and works jobs, in one process.', { serves: true, works: true }),
  serve: role('Serves requests only.', { serves: true, works: false }),
  work: role('Works jobs only.', { serves: false, works: true }),
  config: showConfig,
} as const;
