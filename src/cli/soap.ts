import { serviceOperations } from '../api/operations/index.ts';
import type { ServiceOperation } from '../api/operations/operation.ts';
import { nearest } from '../kernel/nearest.ts';
import { type Element, readElement } from '../kernel/xml/element.ts';
import { element, xmlDocument, xmlText } from '../kernel/xml/text.ts';
import { type Command, ExpectedError, type Input, type Shell, UsageError } from './command.ts';
import { toJson } from './layout.ts';
import { readInput } from './read-input.ts';
import { type Caller, calledBy, callerOf, mostBytes, prettyJson, send } from './send-call.ts';
import { verbatim } from './values.ts';
import { option, readWords } from './words.ts';

const words = { profile: option('NAME', verbatim(50)) };
const envelopeSpace = 'http://schemas.xmlsoap.org/soap/envelope/';

export const soap: Command = {
  doc:
    'Calls an operation of Service.asmx of the running service by SOAP 1.1 and prints its result as JSON. The username and ' +
    'the key are those of the profile, or of first-start.json, unless a word names others. Without KEY=VALUE the fields are ' +
    'a JSON object on standard input; card numbers belong there: other users of this machine see words. The exit code is 1 ' +
    'for a fault, and for a result that is no success.',
  usage: 'OPERATION [KEY=VALUE ...] [--profile NAME]',
  async run(config, given, shell) {
    const [name = '', ...rest] = given;
    const operation = operationNamed(name);
    const isField = (word: string) => /^\w+=/.test(word);
    const typed = readWords(
      words,
      rest.filter((word) => !isField(word)),
      (word) => `"${word}" is no field: write KEY=VALUE`,
    );
    const fields = await fieldsOf(operation, rest.filter(isField), shell.input);
    const found = await callerOf(config, shell, typed.profile);
    const credentials = credentialsOf(operation, fields, found);
    const by = hasKey(operation, fields) ? { ...found, keyName: 'the key in its words' } : found;
    const namespace = config.soapNamespace;
    const sent = envelopeOf(operation, new Map([...credentials, ...fields]), namespace);
    const headers = {
      'Content-Type': 'text/xml; charset=utf-8',
      soapaction: `"${namespace}${name}"`,
    };
    const url = new URL(`${by.address}/Service.asmx`);
    const { status, body } = await send(by, 'POST', url, { body: sent, headers });
    return report(readElement(body), { status, name, namespace, by }, shell);
  },
};

function operationNamed(name: string): ServiceOperation {
  const found = serviceOperations.find((one) => one.name === name);
  if (found) return found;
  const names = serviceOperations.map((one) => one.name);
  if (name === '' || name.startsWith('-'))
    throw new UsageError(`OPERATION is missing: ${names.join(', ')}`);
  const near = nearest(name, names);
  const meant =
    near.length > 0 ? `Did you mean: ${near.join(', ')}?` : `There are: ${names.join(', ')}`;
  throw new UsageError(`Service.asmx has no operation "${name}". ${meant}`);
}

function namesOf({ credentials, parameters }: ServiceOperation): string[] {
  return [...new Set([...(credentials?.order ?? []), ...Object.keys(parameters)])];
}

async function fieldsOf(
  operation: ServiceOperation,
  given: readonly string[],
  input: Input,
): Promise<Map<string, string>> {
  const fields = new Map(
    given.length > 0
      ? given.map((field) => {
          const at = field.indexOf('=');
          return [field.slice(0, at), field.slice(at + 1)] as const;
        })
      : await fieldsOfInput(input),
  );
  const known = namesOf(operation);
  for (const field of fields.keys()) {
    if (known.includes(field)) continue;
    const near = nearest(field, known);
    const meant =
      near.length > 0 ? `Did you mean: ${near.join(', ')}?` : `It has: ${known.join(', ')}`;
    throw new UsageError(`${operation.name} has no field ${field}. ${meant}`);
  }
  return fields;
}

async function fieldsOfInput(input: Input): Promise<(readonly [string, string])[]> {
  const text = input().isTTY ? '' : (await readInput(input, mostBytes)).trim();
  if (text === '') return [];
  const flaw = new UsageError(
    'standard input must be a JSON object of texts, numbers and booleans',
  );
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw flaw;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw flaw;
  return Object.entries(read).map(([name, value]) => {
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw flaw;
    return [name, String(value)];
  });
}

function hasKey({ credentials }: ServiceOperation, fields: ReadonlyMap<string, string>): boolean {
  return credentials !== undefined && fields.has(credentials.apiKey);
}

/** The credentials of the profile, if the operation has any and no word names others. */
function credentialsOf(
  operation: ServiceOperation,
  fields: ReadonlyMap<string, string>,
  by: Caller,
): [string, string][] {
  const { name, credentials } = operation;
  const { username, key } = by;
  if (!credentials || hasKey(operation, fields)) return [];
  if (username === undefined || key === undefined) {
    throw new ExpectedError(
      `${name} needs a username and a key, and would be ${calledBy(by)}: quittance profile set NAME --username USERNAME --key keeps both`,
    );
  }
  return [
    [credentials.username, username],
    [credentials.apiKey, key],
  ];
}

function envelopeOf(
  operation: ServiceOperation,
  values: ReadonlyMap<string, string>,
  namespace: string,
): string {
  const children = namesOf(operation)
    .filter((name) => values.has(name))
    .map((name) => `<${name}>${xmlText(values.get(name)!)}</${name}>`);
  const call = element(operation.name, { xmlns: namespace }, children);
  const body = element('soap:Body', {}, call);
  return xmlDocument(element('soap:Envelope', { 'xmlns:soap': envelopeSpace }, body));
}

type Asked = {
  readonly status: number;
  readonly name: string;
  readonly namespace: string;
  readonly by: Caller;
};

/** Prints the answer's content and returns the exit code. */
function report(
  answer: Element | undefined,
  { status, name, namespace, by }: Asked,
  { print, remark }: Shell,
): number {
  const inBody = child(answer, `{${envelopeSpace}}Body`)?.children[0];
  const fault = inBody?.name === `{${envelopeSpace}}Fault` ? inBody : undefined;
  if (fault) {
    const says = child(fault, 'faultstring')?.text ?? 'the service answered a fault';
    remark(`quittance: ${says} (${calledBy(by)})`);
    return 1;
  }
  if (inBody?.name !== `{${namespace}}${name}Response`) {
    throw new ExpectedError(
      `the service answered ${status}, and no SOAP envelope of ${name}; it was ${calledBy(by)}`,
    );
  }
  const [result] = inBody.children;
  if (!result) {
    remark(`${name} was carried out; it has no result`);
    return 0;
  }
  const isText = result.children.length === 0;
  print(isText ? prettyJson(result.text) : toJson(result.children.map(record)));
  const isRefused = isText
    ? /^\s*\{[^{]*"IsSuccess"\s*:\s*false/.test(result.text)
    : result.children.some((row) => textOf(row, 'Error') !== '');
  if (isRefused) remark(`quittance: the result is no success (${calledBy(by)})`);
  return isRefused ? 1 : 0;
}

function child(of: Element | undefined, name: string): Element | undefined {
  return of?.children.find((one) => one.name === name);
}

/** The text of a child, whichever its namespace. */
function textOf(of: Element, local: string): string {
  return of.children.find((one) => localName(one) === local)?.text ?? '';
}

function localName({ name }: Element): string {
  return name.replace(/^\{.*\}/, '');
}

/** Its texts by name; a list within it as a list. */
function record({ children }: Element): Record<string, unknown> {
  return Object.fromEntries(
    children.map((one) => [
      localName(one),
      one.children.length > 0 ? one.children.map(record) : one.text,
    ]),
  );
}
