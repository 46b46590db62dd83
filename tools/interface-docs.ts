import { writeFileSync } from 'node:fs';
import { operations } from '../src/operations/index.ts';
import type { Operation, Parameter } from '../src/operations/operation.ts';
import { openApi } from '../src/wire/openapi.ts';

const folder = new URL('../docs/interface/', import.meta.url);

/** docs/interface/openapi.json, as /openapi.json answers it but for the address. */
export function openApiPage(): string {
  return `${JSON.stringify(openApi({ publicUrl: '' }), null, 2)}\n`;
}

/** docs/interface/fields.md, whole, from the table of operations. */
export function fieldsPage(): string {
  return `<!-- Written by tools/interface-docs.ts from src/operations/. -->

# The fields of every operation

Send one JSON object by POST to \`/api/Default/<Operation>\`, with the header
\`Authorization: Basic base64(Username:APIKey)\`. Every value may be sent as a text. A blank text counts as not
sent, and fields that are not listed are ignored. What is taken beyond the forms below, and what is refused,
is told in [open-points.md](open-points.md).

${operations.map(chapter).join('\n')}`;
}

function chapter({ name, doc, parameters }: Operation): string {
  const rows = Object.entries(parameters).map(([field, parameter]) => row(field, parameter));
  return `## ${name}

${doc}

| Field | Required | Meaning | Form |
|---|---|---|---|
${rows.join('')}`;
}

function row(name: string, { isRequired, isSecret, aka, doc, schema }: Parameter): string {
  const names = [name, ...aka].map((spelling) => `\`${spelling}\``).join(' or ');
  const meaning = isSecret ? `${doc} *Secret.*` : doc;
  return `| ${names} | ${isRequired ? 'yes' : ''} | ${meaning} | ${form(schema)} |\n`;
}

function form({ type, enum: words, pattern, format, maxLength, minLength, ...more }: Form): string {
  const parts = [
    words?.map((word) => `\`${word}\``).join(', '),
    inWords(pattern ?? format),
    type === 'boolean' ? '`true` or `false`' : undefined,
    maxLength === undefined ? undefined : lengthOf(minLength, maxLength),
    more.default === undefined ? undefined : `\`${more.default}\` when not sent`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

type Form = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
};

function lengthOf(least: number | undefined, most: number): string {
  return least === most ? `${most} letters` : `up to ${most} characters`;
}

/** A pattern that nobody put into words is shown as it is. */
function inWords(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : (patterns[pattern] ?? `\`${pattern}\``);
}

const patterns: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  '^[0-9]{1,6}(\\.[0-9]{1,2})?$': 'an amount such as 12.50',
  '^[0-9]{1,10}$': 'up to 10 digits',
  '^[0-9]{12,19}$': '12 to 19 digits',
  '^[0-9]{9}$': '9 digits',
  '^[0-9]{2}$': '2 digits',
  '^[0-9]{3,4}$': '3 or 4 digits',
  '^[0-9]{4,17}$': '4 to 17 digits; 4 to 11 in the sandbox',
  '^(0[1-9]|1[0-2])$': '01 to 12',
};

if (import.meta.main) {
  writeFileSync(new URL('openapi.json', folder), openApiPage());
  writeFileSync(new URL('fields.md', folder), fieldsPage());
}
