import { writeFileSync } from 'node:fs';
import { defaultOperations } from '../src/operations/index.ts';
import type { DefaultOperation } from '../src/operations/operation.ts';
import { openApi } from '../src/wire/openapi.ts';
import { asmxFieldsPage } from './asmx-fields.ts';
import { fieldRow } from './field-rows.ts';

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
is told in [open-points.md](open-points.md). The operations of Service.asmx are listed in
[asmx-fields.md](asmx-fields.md).

${defaultOperations.map(chapter).join('\n')}`;
}

function chapter({ name, doc, parameters }: DefaultOperation): string {
  const rows = Object.entries(parameters).map(([field, parameter]) => fieldRow(field, parameter));
  return `## ${name}

${doc}

| Field | Required | Meaning | Form |
|---|---|---|---|
${rows.join('')}`;
}

if (import.meta.main) {
  writeFileSync(new URL('openapi.json', folder), openApiPage());
  writeFileSync(new URL('fields.md', folder), fieldsPage());
  writeFileSync(new URL('asmx-fields.md', folder), asmxFieldsPage());
}
