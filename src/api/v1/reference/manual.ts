import { type RefusalCode, refusals } from '../../../kernel/refusal.ts';
import { rightDocs } from '../../../parties/businesses/rights.ts';
import { statusOfRefusal } from '../problem.ts';
import { curlSample } from './curl-sample.ts';
import { declinesText } from './declines-page.ts';
import type { EndpointDoc, FieldDoc, ResourceDoc } from './described.ts';
import { problemHelp } from './problem-help.ts';

/* Both JSON interfaces as text, for programs that read and for people offline. */

const summary =
  'Quittance charges cards and bank accounts, keeps them as tokens, and pays out. Two JSON interfaces share the same ' +
  'objects: /v1, and the operations under /api/Default.';

/** The short table of contents by which programs find the rest (llmstxt.org). */
export function llmsText(resources: readonly ResourceDoc[]): string {
  const lines = resources.map(({ title, endpoints }) => {
    const ids = endpoints.map(({ id }) => id).join(', ');
    return `- ${title}: ${ids}`;
  });
  return `# Quittance

> ${summary}

- [Manual](/manual.md): every endpoint with its fields, answers and problems, in one file
- [OpenAPI](/openapi.json): the same for programs, OpenAPI 3.1
- [Reference](/reference): the same as pages, with forms that send requests
- [Problems](/problems): what each code means and what to do
- [Declines](/declines): why a payment took no money

## Endpoints

${lines.join('\n')}
`;
}

const conventions = `Send \`Authorization: Bearer KEY\`; keys that begin with qk_test_ reach the sandbox, where no money moves.
In the samples BASE is the address of this service, KEY an API key, and a name such as PAYMENT_ID an id.

Below /v1: JSON in camelCase; unknown fields are refused. Ids are digits as text. Amounts are in the smallest unit of the
currency beside them. Moments have their zone. Fields without a value are null. Lists have the newest first; \`next\` and
\`previous\` are cursors for \`after\` and \`before\`; with \`Accept: text/csv\` all pages come as one file. Send an
\`Idempotency-Key\` with every write: a repeated request then gets its first answer. Paths below /v1/session, by which people
sign in, take none. \`If-Match\` with the ETag of what was read refuses a change if somebody else was faster. Refusals are problem
details (RFC 9457) with a stable \`code\`. A declined payment is no refusal: it is a payment whose status and decline say so.

Under /api/Default: POST with \`Authorization: Basic base64(Username:APIKey)\`; values are texts, amounts have decimals; the
answer is an envelope with IsSuccess, Message and Data.`;

/** Everything in one file. */
export function manual(resources: readonly ResourceDoc[]): string {
  const rights = Object.entries(rightDocs).map(([right, doc]) => `- \`${right}\`: ${doc}`);
  const parts = [
    '# Quittance: manual of the JSON interfaces',
    summary,
    '## Conventions',
    conventions,
    '## Rights of keys',
    rights.join('\n'),
    ...resources.flatMap(({ title, endpoints }) => [`## ${title}`, ...endpoints.map(endpointText)]),
    '## Objects',
    ...[...objectsIn(resources)].map(
      ([name, fields]) => `### ${name}\n\n${fieldLines(fields, 0, false)}`,
    ),
    '## Declines',
    declinesText(),
    '## Problems',
    (Object.keys(problemHelp) as RefusalCode[]).map(problemLine).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function problemLine(code: RefusalCode): string {
  const { cause, remedy } = problemHelp[code];
  return `- \`${code}\` (${statusOfRefusal(code)}): ${refusals[code].message} ${cause} ${remedy}`;
}

function endpointText(endpoint: EndpointDoc): string {
  const { id, method, path, doc, right, parameters, body, answer, answerObject, codes } = endpoint;
  const own = parameters.filter(({ place }) => place !== 'header');
  const answers = answerObject ? `Answer: ${answerObject}` : 'Answer:';
  return [
    `### ${id}: ${method} ${path}`,
    doc,
    ...(right ? [`Right: \`${right}\`.`] : []),
    ...(own.length > 0 ? ['Parameters:', fieldLines(own, 0, true)] : []),
    ...(body.length > 0 ? ['Body:', fieldLines(body, 0, true)] : []),
    ...(answer.length > 0 ? [answers] : []),
    ...(answer.length > 0 && !answerObject ? [fieldLines(answer, 0, false)] : []),
    `\`\`\`sh\n${curlSample(endpoint)}\n\`\`\``,
    `Problems: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  ].join('\n\n');
}

/** Nested lists. Objects with a name stand in a part of their own, unless they are `sent`. */
function fieldLines(fields: readonly FieldDoc[], depth: number, isSent: boolean): string {
  return fields
    .flatMap((field) => {
      const { name, type, doc, isRequired, words, object, inner } = field;
      const facts = isSent && isRequired ? `${type}, required` : type;
      const among = words.length > 0 ? ` One of: ${words.join(', ')}.` : '';
      const line = `${'  '.repeat(depth)}- \`${name}\` (${facts}): ${doc}${among}`;
      const isNested = inner.length > 0 && (isSent || object === undefined);
      return isNested ? [line, fieldLines(inner, depth + 1, isSent)] : [line];
    })
    .join('\n');
}

/** The objects of answers, by name. */
function objectsIn(resources: readonly ResourceDoc[]): ReadonlyMap<string, readonly FieldDoc[]> {
  const found = new Map<string, readonly FieldDoc[]>();
  const visit = (name: string | undefined, fields: readonly FieldDoc[]): void => {
    if (name !== undefined) {
      if (found.has(name)) return;
      found.set(name, fields);
    }
    for (const { object, inner } of fields) visit(object, inner);
  };
  for (const { endpoints } of resources) {
    for (const { answerObject, answer } of endpoints) visit(answerObject, answer);
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}
