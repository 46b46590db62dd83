import { openApi } from '../src/api/http/openapi.ts';
import { defaultOperations } from '../src/api/operations/index.ts';
import type { DefaultOperation } from '../src/api/operations/operation.ts';
import { fieldRow } from './field-rows.ts';

/** docs/interface/openapi.json, as /openapi.json answers it but for the address. */
export function openApiPage(): string {
  return `${JSON.stringify(openApi({ publicUrl: '' }), null, 2)}\n`;
}

/** docs/interface/fields.md, whole, from the table of operations. */
export function fieldsPage(): string {
  return `<!-- Written by tools/interface-docs.ts from src/api/operations/. -->

# The fields of every operation

Send one JSON object by POST to \`/api/Default/<Operation>\`, with the header
\`Authorization: Basic base64(Username:APIKey)\`. Every value may be sent as a text. A blank text counts as not
sent, and fields that are not listed are ignored. [values.md](values.md) and [amounts.md](amounts.md) describe
which spellings are accepted and refused. The operations of Service.asmx are listed in
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
