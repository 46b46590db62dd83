import { serviceOperations } from '../src/api/operations/index.ts';
import type { CredentialNames, ServiceOperation } from '../src/api/operations/operation.ts';
import type { FieldShape, RecordShape } from '../src/api/operations/records.ts';
import { fieldRow } from './field-rows.ts';

/** docs/interface/asmx-fields.md, whole, from the table of operations. */
export function asmxFieldsPage(): string {
  const rows = serviceOperations.map(
    (operation) =>
      `| [${operation.name}](#${operation.name.toLowerCase()}) | ${pairOf(operation)} ` +
      `| ${kindOf(operation)} |\n`,
  );
  return `<!-- Written by tools/interface-docs.ts from src/api/operations/. -->

# The operations of Service.asmx

[soap.md](soap.md) describes calls and errors. Parameters are listed in
the order of the WSDL. In SOAP an optional parameter may be left out; by HTTP GET and POST every
parameter must be sent, if only empty. A blank text counts as not sent. Dates are also accepted as M-D-YYYY,
M/D/YYYY and YYYY-MM-DD. In the WSDL every parameter is a text except those marked as boolean.

| Operation | Credentials | Answer |
|---|---|---|
${rows.join('')}
${serviceOperations.map(chapter).join('\n')}`;
}

function pairOf({ credentials }: ServiceOperation): string {
  return credentials ? credentials.order.map((name) => `\`${name}\``).join(', ') : 'none';
}

function kindOf({ result }: ServiceOperation): string {
  if (typeof result === 'object') return `list of \`${result.name}\``;
  return result === 'text' ? 'text of the envelope' : 'empty';
}

function chapter(operation: ServiceOperation): string {
  const { name, doc, credentials, parameters, result } = operation;
  const rows = [
    ...(credentials ? credentialRows(credentials) : []),
    ...Object.entries(parameters).map(([field, parameter]) => fieldRow(field, parameter)),
  ];
  return `## ${name}

${doc}

| Parameter | Required | Meaning | Form |
|---|---|---|---|
${rows.join('')}
${answerOf(result)}
`;
}

function credentialRows({ order, username }: CredentialNames): string[] {
  return order.map((name) =>
    name === username
      ? `| \`${name}\` | yes | Username of the business. | |\n`
      : `| \`${name}\` | yes | API key of the business. *Secret.* | |\n`,
  );
}

function answerOf(result: ServiceOperation['result']): string {
  if (result === 'empty') return 'Answers nothing.';
  if (result === 'text') return 'Answers the text of the envelope.';
  const parts = partsOf(result).map(
    (shape) => `| \`${shape.name}\` | ${shape.fields.map(fieldOf).join(', ')} |\n`,
  );
  return `Answers a list of \`${result.name}\`:

| Record | Its elements, in their order |
|---|---|
${parts.join('').trimEnd()}`;
}

/** A record, and those that stand in it. */
function partsOf(shape: RecordShape): RecordShape[] {
  const inner = shape.fields.flatMap((field) => (field.type === 'list' ? partsOf(field.of) : []));
  return [shape, ...inner];
}

function fieldOf(field: FieldShape): string {
  if (field.type === 'list') return `\`${field.name}\` (list of \`${field.of.name}\`)`;
  return field.type === 'nothing' ? `\`${field.name}\` (nil)` : `\`${field.name}\``;
}
