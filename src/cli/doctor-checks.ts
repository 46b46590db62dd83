import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { now, signalAfter } from '../build-world.ts';
import type { Config } from '../config.ts';
import { checkSafety } from '../database/safety.ts';
import { runningProcesses } from '../monitoring/processes.ts';
import { httpCall } from '../runtime/http-out/http-call.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { explain } from './explain.ts';
import { servicesHere } from './running-file.ts';

/** A check: its subject, its verdict, and the remedy if something is wrong. */
export type Check = {
  readonly about: string;
  readonly verdict: 'ok' | 'warning' | 'wrong';
  readonly says: string;
  readonly remedy?: string;
};

export const ok = (about: string, says: string): Check => ({ about, verdict: 'ok', says });

/** Asks each service of this data folder how it is; without one, whether its ports are free. */
export async function checkServices(config: Config): Promise<Check[]> {
  const running = await servicesHere(config).catch((fault: Error) => fault);
  if (running instanceof Error) {
    const remedy = 'give what lies in the data folder to the owner of that';
    return [{ about: 'service', verdict: 'wrong', says: explain(running), remedy }];
  }
  if (running.length > 0) {
    return await Promise.all(running.map(({ pid, address }) => checkHealth(pid, address)));
  }
  const { host, port, metricsHost, metricsPort } = config;
  const ports = [await checkPort('PORT', host, port)];
  if (metricsPort > 0) ports.push(await checkPort('METRICS_PORT', metricsHost, metricsPort));
  return ports;
}

/** A process that does not even answer /livez hangs: its log says nothing. */
async function checkHealth(pid: number, url: string): Promise<Check> {
  const about = 'service';
  const call = httpCall({ url, callTimeoutMs: 15_000, keepsConnections: false, signalAfter });
  const get = async (path: string) => await call({ method: 'GET', path, headers: {}, body: '' });
  const life = await get('/livez');
  if (life.kind !== 'answered') {
    const says = `process ${pid} does not answer on ${url}/livez: ${life.reason}`;
    const remedy =
      'restart it (systemctl restart quittance); if PUBLIC_URL names a proxy, look there first';
    return { about, verdict: 'wrong', says, remedy };
  }
  const result = await get('/health');
  if (result.kind === 'answered' && result.status === 200) {
    return ok(about, `process ${pid} is ready at ${url}`);
  }
  const why = result.kind === 'answered' ? `${result.status}` : result.reason;
  const remedy =
    'quittance logs tail --level warn shows why; is PUBLIC_URL the address of a proxy?';
  return { about, verdict: 'wrong', says: `process ${pid} at ${url} answers ${why}`, remedy };
}

async function checkPort(setting: string, host: string, port: number): Promise<Check> {
  const about = setting === 'PORT' ? 'port' : 'port of metrics';
  const server = createServer();
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
  if (!fault) return ok(about, `no service runs here; port ${port} of ${host} is free for one`);
  const says = `no service of this data folder runs, and port ${port} of ${host} cannot be had: ${fault.code}`;
  const remedy = `stop what listens there, or set ${setting} to another`;
  return { about, verdict: 'wrong', says, remedy };
}

export function checkAddress({ mode, publicUrl }: Config): Check {
  const about = 'address';
  if (publicUrl.startsWith('https://')) return ok(about, `callers reach it at ${publicUrl}`);
  if (mode !== 'live') return ok(about, 'a sandbox needs no TLS');
  const says =
    publicUrl === '' ? 'PUBLIC_URL is not set' : `PUBLIC_URL is ${publicUrl}, which is without TLS`;
  const remedy = 'put a proxy with TLS in front and set PUBLIC_URL to its https address';
  return { about, verdict: 'wrong', says, remedy };
}

export async function checkSettings(sql: Sql, { mode }: Config): Promise<Check[]> {
  const about = 'database settings';
  const findings = await checkSafety(sql);
  if (findings.length === 0) return [ok(about, 'no commit can be lost by a setting')];
  const verdict = mode === 'live' ? 'wrong' : 'warning';
  const remedy = 'docs/operating/own-database.md says how to set it';
  return findings.map(({ setting, value, danger }) => {
    return { about, verdict, says: `${setting} is ${value}: ${danger}`, remedy } as const;
  });
}

const noticeableMs = 5_000;

/** Decisions go by the clock of the database; the log goes by the machine's. */
export function checkClock(world: World): Check {
  const about = 'clock';
  const aheadMs = now().getTime() - world.now().getTime();
  const says = `this machine is ${Math.abs(aheadMs)} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the database`;
  if (Math.abs(aheadMs) <= noticeableMs) return ok(about, says);
  const remedy = 'set both clocks by NTP (timedatectl set-ntp true)';
  return { about, verdict: 'warning', says, remedy };
}

export async function checkVault({ vault }: World): Promise<Check> {
  const about = 'vault';
  const flaw = await vault.refresh().then(
    () => vault.standing().flaw,
    (fault: Error) => fault,
  );
  if (!flaw) return ok(about, 'its keys open');
  const remedy =
    'bring the keys file of this host up to date: docs/operating/runbook/vault-shut.md';
  return { about, verdict: 'wrong', says: flaw.message, remedy };
}

/** The processes that answer requests and work jobs, on all hosts. */
export async function checkProcesses({ db, now }: World): Promise<Check[]> {
  const about = 'processes';
  const running = await runningProcesses(db, now());
  if (running.length === 0) {
    const remedy = 'start the service: quittance all, or quittance serve and quittance work';
    return [{ about, verdict: 'warning', says: 'no process of the service runs', remedy }];
  }
  const workers = running.filter(({ works }) => works);
  const versions = new Set(running.map((one) => one.version));
  const checks: Check[] = [];
  if (workers.length > 0) {
    const who = workers.map(({ name, startedAt }) => `${name} since ${startedAt.toISOString()}`);
    checks.push(ok(about, `${running.length} run; jobs are worked by ${who.join(', ')}`));
  } else {
    const says = `${running.length} run, and none works jobs: nothing is settled, sent or followed up`;
    checks.push({ about, verdict: 'wrong', says, remedy: 'start quittance work' });
  }
  if (versions.size > 1) {
    const says = `they are of different versions: ${[...versions].join(', ')}`;
    const remedy = 'finish the upgrade: docs/operating/upgrade.md';
    checks.push({ about, verdict: 'warning', says, remedy });
  }
  return checks;
}

/**
 * The clock of this machine against the time servers, as its kernel knows it: with the embedded database the other
 * comparison is one of a clock with itself.
 */
export async function checkTimeServers(): Promise<Check> {
  const about = 'time servers';
  const asked = ['show', '--property=NTPSynchronized', '--value'];
  const signal = signalAfter(5_000);
  const said = await promisify(execFile)('timedatectl', asked, { signal }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (said === 'yes') return ok(about, 'they set the clock of this machine');
  if (said !== 'no') return ok(about, 'this machine does not tell whether they set its clock');
  const remedy = 'timedatectl set-ntp true';
  const says = 'the clock of this machine is not set by any';
  return { about, verdict: 'warning', says, remedy };
}

/** One row for each fault of the settings. */
export function checkFaults(faults: readonly string[]): Check[] {
  const about = 'settings';
  if (faults.length === 0) return [ok(about, 'each is understood')];
  const remedy = 'quittance config lists every setting with its meaning';
  return faults.map((says) => ({ about, verdict: 'wrong', says, remedy }));
}
