import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../kernel/log.ts';
import type { FirstCredentials } from '../parties/businesses/first-start.ts';

/** The first credentials, readable by the user who started the service alone. */
function firstStartFile({ dataFolder }: Config): string {
  return join(dataFolder, 'first-start.json');
}

export async function writeFirstStart(
  config: Config,
  baseUrl: string,
  { username, apiKey }: FirstCredentials,
): Promise<void> {
  await write(config, { ...addresses(config, baseUrl), username, apiKey });
}

/** Writes the current addresses at a later start: port or name may have changed. */
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

type Start = {
  readonly config: Config;
  readonly baseUrl: string;
  readonly first: FirstCredentials | undefined;
  /** Whether a person reads it as it is printed. What goes to a journal stays there for years. */
  readonly isTerminal: boolean;
};

/** What a person reads after `npm start`: where it is, and what to do next. */
export function welcome({ config, baseUrl, first, isTerminal }: Start): string {
  const file = firstStartFile(config);
  if (!first) return `\nQuittance is ready at ${baseUrl}\n`;
  const credentials = isTerminal ? `${first.username}:${first.apiKey}` : 'USERNAME:APIKEY';
  return `
Quittance is ready at ${baseUrl}

This is its first start. It made a sandbox business for you:

${isTerminal ? shown(first, file) : `Its Username and APIKey are in ${file}, readable by its owner alone.`}

Next: charge a test card.

  curl -u '${credentials}' ${baseUrl}/api/Default/CreatePayment \\
    -H 'Content-Type: application/json' \\
    -d '{"FirstName":"Ada","LastName":"Park","Email":"ada@example.com","MobilePhone":"2125550123",
         "CCNumber":"4242424242424242","ExpirationMonth":"12","ExpirationYear":"30","CVV":"123",
         "Amount":"12.50","OrderNumber":"FIRST-1"}'

What runs here, and where to go: ${baseUrl}/
Calls and fields in JSON: ${baseUrl}/openapi.json; in SOAP and plain HTTP: ${baseUrl}/Service.asmx
Other test cards: docs/interface/sandbox.md
`;
}

function shown({ username, apiKey }: FirstCredentials, file: string): string {
  return `  Username  ${username}
  APIKey    ${apiKey}

They are not shown again; a copy is in ${file}, readable by its owner alone.`;
}
