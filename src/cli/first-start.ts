import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../kernel/log.ts';
import type { FirstCredentials } from '../parties/businesses/first-start.ts';
import { firstOperatorEmail } from '../parties/sign-in/login-link.ts';
import { ExpectedError } from './command.ts';
import { reasonOf } from './file-reasons.ts';

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

/** The service and the first business of this data folder, if its file still has them. */
export async function readFirstStart(config: Config) {
  const text = await readFile(firstStartFile(config), 'utf8').catch(refuseUnlessMissing(config));
  const { baseUrl, username, apiKey } = parse(text) ?? {};
  if (baseUrl === undefined || username === undefined || apiKey === undefined) return undefined;
  return { address: baseUrl, username, key: apiKey };
}

/** The key of a file that another user owns is not missing: its owner can call. */
function refuseUnlessMissing(config: Config) {
  return ({ code }: NodeJS.ErrnoException): string => {
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw new ExpectedError(
      `${firstStartFile(config)} cannot be read by this user, and has the address and the key: ${reasonOf(code)}. Run the command as its owner, or make a profile: quittance profile set NAME --address URL --key`,
    );
  };
}

/** Writes the current addresses at a later start: port or name may have changed. */
export async function writeAddresses(config: Config, baseUrl: string, log: Log): Promise<void> {
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
  /** The sign-in link of the operator who was made with it. */
  readonly signInLink: string | undefined;
  /** True if a person reads the output as it is printed. Text in a journal stays there for years. */
  readonly isTerminal: boolean;
};

/** The text after `npm start` for a person: the address, and the next steps. */
export function welcome({ config, baseUrl, first, signInLink, isTerminal }: Start): string {
  if (!first) return `\nQuittance is ready at ${baseUrl}\n`;
  const file = firstStartFile(config);
  const link = isTerminal ? signInLink : undefined;
  const shown = isTerminal ? first : { username: 'USERNAME', apiKey: 'APIKEY' };
  const open =
    link === undefined
      ? `Open the portal: this prints a link that signs you in.

bin/quittance user login-link --business ${first.username} --email ${firstOperatorEmail}`
      : `Open the portal: this link signs you in, once and within a day.

${link}`;
  const keys = isTerminal
    ? `  Username  ${first.username}
  APIKey    ${first.apiKey}
  A copy    ${file}`
    : `  Username and APIKey are in ${file}, for its owner alone`;
  const { dataFolder, keysFile, keyText, keyCommand } = config;
  const vault = keyText === '' && keyCommand === '' ? `\n  Vault     ${keysFile}` : '';
  const [card, bank, soap] = firstCalls(config, baseUrl, shown);
  return `
Quittance is ready at ${baseUrl}

${open}

Programs call the sandbox business that was made for you:

${keys}
  WSDL      ${baseUrl}/Service.asmx?WSDL
  Data      ${dataFolder}${vault}

Back up ${vault === '' ? 'the data' : 'data and vault keys, both: numbers cannot be read without the keys'}.
For months of payments run bin/quittance demo; or paste these, no money moves.

# Charge a card
${card}
# Debit a bank account (ACH)
${bank}
# Call the SOAP interface
${soap}

Next: a tour in README.md, guides and test cards at ${baseUrl}/docs
`;
}

/** Three calls, each in one line, which a shell takes as they are. */
export function firstCalls(
  { soapNamespace }: Config,
  baseUrl: string,
  { username, apiKey }: Pick<FirstCredentials, 'username' | 'apiKey'>,
): readonly [card: string, bank: string, soap: string] {
  const pay = (cents: number, source: object) => {
    const body = { amount: cents, source, customer: { email: 'ada@example.com' } };
    const json = `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
    return `curl ${baseUrl}/v1/payments -u ${username}:${apiKey} ${json}`;
  };
  const operation = 'CheckPhoneType';
  const call =
    `<${operation} xmlns="${soapNamespace}"><Username>${username}</Username><Token>${apiKey}</Token>` +
    `<PhoneNumber>2125550100</PhoneNumber></${operation}>`;
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${call}</s:Body></s:Envelope>`;
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2039, cvv: '123' };
  return [
    pay(1250, { card }),
    pay(3000, { bankAccount: { routingNumber: '021000021', accountNumber: '123456789' } }),
    `curl ${baseUrl}/Service.asmx -H 'Content-Type: text/xml' -d '${envelope}'`,
  ];
}
