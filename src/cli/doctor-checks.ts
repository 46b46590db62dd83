import { execFile } from 'node:child_process';
import { access, constants, lstat, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { now, signalAfter } from '../build-world.ts';
import type { Config } from '../config.ts';
import { checkSafety } from '../database/safety.ts';
import { hourMs } from '../kernel/duration.ts';
import { runningProcesses } from '../monitoring/processes.ts';
import { httpCall } from '../runtime/http-out/http-call.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { readLastBackup } from './backup/last-backup.ts';
import { servicesHere } from './running-file.ts';

/** A check: its subject, its verdict, and the remedy if something is wrong. */
export type Check = {
  readonly about: string;
  readonly verdict: 'ok' | 'warning' | 'wrong';
  readonly says: string;
  readonly remedy?: string;
};

export const ok = (about: string, says: string): Check => ({ about, verdict: 'ok', says });
const least = 200_000_000;
const scarce = 2_000_000_000;

export async function checkDataFolder({ dataFolder }: Config): Promise<Check> {
  const about = 'data folder';
  const folder = await stat(dataFolder).catch(() => undefined);
  if (!folder?.isDirectory()) {
    const says = `${dataFolder} is no folder`;
    const remedy = 'set QUITTANCE_DATA to the folder of the service, or start the service once';
    return { about, verdict: 'wrong', says, remedy };
  }
  const mayWrite = await access(dataFolder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!mayWrite) {
    const remedy = `run as its owner, user ${folder.uid}, or give it to this one (chown -R)`;
    return { about, verdict: 'wrong', says: `${dataFolder} cannot be written to`, remedy };
  }
  if ((folder.mode & 0o077) !== 0) {
    const says = `${dataFolder} is open to other users of this machine`;
    return { about, verdict: 'warning', says, remedy: `chmod 700 ${dataFolder}` };
  }
  return ok(about, `${dataFolder} is for its owner alone`);
}

export async function checkDisk({ dataFolder }: Config): Promise<Check> {
  const about = 'disk';
  const disk = await statfs(dataFolder).catch(() => undefined);
  if (!disk) return { about, verdict: 'wrong', says: `the disk of ${dataFolder} is not there` };
  const free = disk.bavail * disk.bsize;
  const says = `${Math.floor(free / 1_000_000)} MB are free`;
  const remedy = 'make room: PostgreSQL stops on a full disk, and payments with it';
  if (free < least) return { about, verdict: 'wrong', says, remedy };
  return free < scarce ? { about, verdict: 'warning', says, remedy } : ok(about, says);
}

export async function checkKeysFile(config: Config): Promise<Check> {
  const about = 'keys';
  const { keysFile, keyText, keyCommand, dataFolder } = config;
  if (keyCommand) return ok(about, 'they come from QUITTANCE_KEK_COMMAND');
  if (keyText) return ok(about, 'they come from QUITTANCE_KEK');
  const file = await lstat(keysFile).catch(() => undefined);
  if (!file) {
    const remedy = 'set QUITTANCE_KEYS to the file, or bring it back from its copy';
    return { about, verdict: 'wrong', says: `there is no keys file ${keysFile}`, remedy };
  }
  if ((file.mode & 0o077) !== 0 && file.isFile()) {
    const says = `${keysFile} is open to other users of this machine`;
    return { about, verdict: 'warning', says, remedy: `chmod 600 ${keysFile}` };
  }
  if (!relative(dataFolder, keysFile).startsWith('..')) {
    const remedy = 'move it elsewhere and set QUITTANCE_KEYS: a copy of the folder has both';
    return { about, verdict: 'warning', says: `${keysFile} lies in the data folder`, remedy };
  }
  return ok(about, `${keysFile} is for its owner alone`);
}

/** Asks each service of this data folder how it is; without one, whether its port is free. */
export async function checkServices(config: Config): Promise<Check[]> {
  const running = await servicesHere(config);
  if (running.length === 0) return [await checkPort(config)];
  return await Promise.all(running.map(({ pid, address }) => checkHealth(pid, address)));
}

async function checkHealth(pid: number, url: string): Promise<Check> {
  const about = 'service';
  const call = httpCall({ url, callTimeoutMs: 15_000, keepsConnections: false, signalAfter });
  const result = await call({ method: 'GET', path: '/health', headers: {}, body: '' });
  if (result.kind === 'answered' && result.status === 200) {
    return ok(about, `process ${pid} is ready at ${url}`);
  }
  const why = result.kind === 'answered' ? `${result.status}` : result.reason;
  const remedy =
    'quittance logs tail --level warn shows why; is PUBLIC_URL the address of a proxy?';
  return { about, verdict: 'wrong', says: `process ${pid} at ${url} answers ${why}`, remedy };
}

async function checkPort({ host, port }: Config): Promise<Check> {
  const about = 'port';
  const server = createServer();
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
  if (!fault) return ok(about, `no service runs here; port ${port} of ${host} is free for one`);
  const says = `no service of this data folder runs, and port ${port} of ${host} cannot be had: ${fault.code}`;
  const remedy = 'stop what listens there, or set HOST and PORT to others';
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
  await vault.refresh();
  const { flaw } = vault.standing();
  if (!flaw) return ok(about, 'its keys open');
  const remedy = 'bring the keys file of this host up to date: docs/operating/hosts.md';
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

const oldBackupMs = 36 * hourMs;

export async function checkBackup({ mode, dataFolder, databaseUrl }: Config): Promise<Check> {
  const about = 'backup';
  const last = await readLastBackup(dataFolder);
  const remedy = 'quittance backup FOLDER, daily: docs/operating/backup.md';
  if (last && now().getTime() - Date.parse(last.madeAt) <= oldBackupMs) {
    return ok(about, `the last one was made at ${last.madeAt}`);
  }
  if (last) {
    return { about, verdict: 'warning', says: `the last one is of ${last.madeAt}`, remedy };
  }
  if (databaseUrl !== '') return ok(about, 'that of a database of your own cannot be seen here');
  if (mode !== 'live') return ok(about, 'none was made of this sandbox');
  return { about, verdict: 'warning', says: 'none was ever made', remedy };
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
