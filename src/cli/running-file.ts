import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#embedded-postgres';
import type { Config } from '../config.ts';
import type { World } from '../world.ts';

/**
 * The address of a listening process, in a file of its own below the data folder: `running/PID.json`. A
 * command in another shell, with other settings, prints its addresses from there. It has no secrets.
 */
type Running = {
  readonly pid: number;
  readonly host: string;
  readonly address: string;
  /** Seconds since the machine started; a greater number than now is from before the machine last did. */
  readonly upSeconds: number;
};

/** For a process that does not listen itself. PUBLIC_URL, where it is set here, wins over the address of the service. */
export async function findSite({ config, site }: Pick<World, 'config' | 'site'>): Promise<void> {
  if (config.publicUrl === '') {
    // It only makes addresses easier to read.
    const address = await runningAddress(config).catch(() => undefined);
    site.address = address ?? site.address;
  }
}

/** The address of the service of this data folder, if one runs here; of several, the one that started last. */
async function runningAddress(config: Config): Promise<string | undefined> {
  const here = await servicesHere(config);
  return here[0]?.address;
}

/**
 * The listening services of this data folder on this machine, the one that started last first. Throws if their files
 * cannot be read.
 */
export async function servicesHere(config: Config): Promise<Running[]> {
  const found = await readAll(config);
  const here = found.flatMap(({ running }) => running ?? []).filter(runsHere);
  return here.sort((a, b) => b.upSeconds - a.upSeconds);
}

/**
 * Written once the process listens; clears away files of processes that are gone. Returns the function that removes it.
 */
export async function writeRunningFile(
  config: Config,
  address: string,
): Promise<() => Promise<void>> {
  for (const { file, running } of await readAll(config)) {
    if (running?.host === hostname() && !runsHere(running)) await rm(file, { force: true });
  }
  const own: Running = { pid: process.pid, host: hostname(), address, upSeconds: uptime() };
  const file = join(folderOf(config), `${process.pid}.json`);
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 });
  const draft = `${file}.draft`;
  await writeFile(draft, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return async () => await rm(file, { force: true });
}

function folderOf({ dataFolder }: Config): string {
  return join(dataFolder, 'running');
}

/** True if its process runs on this machine. A process on another machine that shares the folder cannot be seen. */
function runsHere({ pid, host, upSeconds }: Running): boolean {
  return host === hostname() && upSeconds <= uptime() && isAlive(pid);
}

async function readAll(config: Config) {
  const folder = folderOf(config);
  const names = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return [];
    throw fault;
  });
  const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  return await Promise.all(files.map(async (file) => ({ file, running: await readOne(file) })));
}

/** A file that was edited, or removed meanwhile, counts as missing. */
async function readOne(file: string): Promise<Running | undefined> {
  try {
    const { pid, host, address, upSeconds } = JSON.parse(await readFile(file, 'utf8'));
    const isWhole = Number.isSafeInteger(pid) && typeof host === 'string' && pid > 0;
    const isUsable = URL.canParse(address) && typeof upSeconds === 'number';
    return isWhole && isUsable ? { pid, host, address, upSeconds } : undefined;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EACCES') throw fault;
    return undefined;
  }
}
