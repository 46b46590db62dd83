import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import type { FirstCredentials } from '../businesses/first-start.ts';
import type { Config } from '../config.ts';

/** Where the first credentials are kept for whoever started the service; nobody else may read it. */
export function firstStartFile({ dataFolder }: Config): string {
  return join(dataFolder, 'first-start.json');
}

export async function writeFirstStart(
  config: Config,
  baseUrl: string,
  { username, apiKey }: FirstCredentials,
): Promise<void> {
  await write(config, { ...addresses(config, baseUrl), username, apiKey });
}

/** Another port or name at a later start: the file goes on telling where the service is. */
export async function keepAddresses(config: Config, baseUrl: string, log: Log): Promise<void> {
  const current = await readFile(firstStartFile(config), 'utf8').catch(() => undefined);
  if (current === undefined) return;
  const before = parse(current);
  if (!before) return log.warn('first_start.unreadable', { file: firstStartFile(config) });
  const after = { ...before, ...addresses(config, baseUrl) };
  if (JSON.stringify(after) !== JSON.stringify(before)) await write(config, after);
}

/** A convenience, edited by who knows whom: a service that takes payments does not stop for it. */
function parse(text: string): Record<string, string> | undefined {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return undefined;
  }
}

function addresses({ soapNamespace }: Config, baseUrl: string) {
  return { baseUrl, soapUrl: `${baseUrl}/Service.asmx`, soapNamespace };
}

async function write(config: Config, contents: object): Promise<void> {
  const file = firstStartFile(config);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(contents, undefined, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}
