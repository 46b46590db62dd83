import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../kernel/log.ts';
import type { FirstCredentials } from '../parties/businesses/first-start.ts';
import { firstOperatorEmail } from '../parties/sign-in/login-link.ts';

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

/** The service and the first business of this data folder, where they are still told there. */
export async function readFirstStart(config: Config) {
  const { baseUrl, username, apiKey } =
    parse(await readFile(firstStartFile(config), 'utf8').catch(() => '')) ?? {};
  if (baseUrl === undefined || username === undefined || apiKey === undefined) return undefined;
  return { address: baseUrl, username, key: apiKey };
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
  /** Of the operator who was made with it. */
  readonly signInLink: string | undefined;
  /** Whether a person reads it as it is printed. What goes to a journal stays there for years. */
  readonly isTerminal: boolean;
};

/** What a person reads after `npm start`: where it is, and what to do next. */
export function welcome({ config, baseUrl, first, signInLink, isTerminal }: Start): string {
  const file = firstStartFile(config);
  if (!first) return `\nQuittance is ready at ${baseUrl}\n`;
  const link = isTerminal ? signInLink : undefined;
  const credentials = isTerminal ? `${first.username}:${first.apiKey}` : 'USERNAME:APIKEY';
  return `
Quittance is ready at ${baseUrl}

This is its first start. It made a sandbox business for you:

${isTerminal ? shown(first, file) : `Its Username and APIKey are in ${file}, readable by its owner alone.`}

Next:

1. Open the portal. ${link === undefined ? 'This prints a link that signs you in:' : 'This link signs you in once, within a day:'}

  ${link ?? `bin/quittance user login-link --business ${first.username} --email ${firstOperatorEmail}`}

2. Charge a test card, then a bank account.

  curl -u '${credentials}' ${baseUrl}/api/Default/CreatePayment \\
    -H 'Content-Type: application/json' \\
    -d '{"FirstName":"Ada","LastName":"Park","Email":"ada@example.com","MobilePhone":"2125550123",
         "CCNumber":"4242424242424242","ExpirationMonth":"12","ExpirationYear":"30","CVV":"123",
         "Amount":"12.50","OrderNumber":"FIRST-1"}'

  curl -u '${credentials}' ${baseUrl}/api/Default/CreatePayment \\
    -H 'Content-Type: application/json' \\
    -d '{"PaymentType":"ACH","FirstName":"Ada","LastName":"Park","Email":"ada@example.com",
         "MobilePhone":"2125550123","AccountName":"Ada Park","AccountNumber":"123456789",
         "RoutingNumber":"021000021","StateCode":"NY","Amount":"30.00","OrderNumber":"FIRST-2"}'

3. Call an operation of the SOAP interface.

  curl ${baseUrl}/Service.asmx/CheckPhoneType -d 'Username=${isTerminal ? first.username : 'USERNAME'}' \\
    -d 'Token=${isTerminal ? first.apiKey : 'APIKEY'}' -d 'PhoneNumber=2125550123'

Calls and fields in JSON: ${baseUrl}/reference; for SOAP clients: ${baseUrl}/Service.asmx?WSDL
Guides by task, test cards and the search of all pages: ${baseUrl}/docs
`;
}

function shown({ username, apiKey }: FirstCredentials, file: string): string {
  return `  Username  ${username}
  APIKey    ${apiKey}

They are not shown again; a copy is in ${file}, readable by its owner alone.`;
}
