import { html } from '../../../kernel/html.ts';
import { rightDocs } from '../../../parties/businesses/rights.ts';
import type { Page } from '../../pages/page.ts';
import { curlSample } from './curl-sample.ts';
import type { EndpointDoc, FieldDoc, ResourceDoc } from './described.ts';
import { addressOf, callOf, referencePage } from './reference-frame.ts';
import { keyPart, requestForm } from './request-form.ts';

/** Every endpoint in one line each. */
export function referenceIndex(resources: readonly ResourceDoc[]): Page {
  const body = html`<h1>Reference</h1>
<p>Every endpoint of this service, with what it takes and answers. The forms on these pages send requests to this service,
with a key of a sandbox business; nothing goes anywhere else.</p>
<p><a href="/openapi.json">OpenAPI 3.1</a>, <a href="/manual.md">all of it in one file</a>,
<a href="/Service.asmx?WSDL">the WSDL</a>.</p>
${resources.map(
  ({ name, title, endpoints }) => html`<section class="resource">
<h2><a href="/reference/${name}">${title}</a></h2>
<ul class="calls">${endpoints.map(
    (endpoint) => html`<li><a href="${addressOf(name, endpoint)}">${callOf(endpoint)}</a>
<span class="soft">${firstSentence(endpoint.doc)}</span></li>
`,
  )}</ul>
</section>
`,
)}
<h2>Rights of keys</h2>
<dl class="fields">${Object.entries(rightDocs).map(
    ([right, doc]) => html`<div><dt><code>${right}</code></dt><dd>${doc}</dd></div>
`,
  )}</dl>`;
  return referencePage('/reference', 'Reference', body);
}

function firstSentence(doc: string): string {
  return doc.split(/(?<=\.)\s/, 1)[0] ?? doc;
}

/** A resource with all that is known of its endpoints. */
export function resourcePage({ name, title, endpoints }: ResourceDoc): Page {
  const [credentials] = new Set(endpoints.map((one) => one.credentials));
  const body = html`<h1>${title}</h1>
${credentials && keyPart(credentials)}
${endpoints.map(endpointPart)}`;
  return referencePage(`/reference/${name}`, title, body, endpoints);
}

/** The description on the left, the call on the right. */
function endpointPart(endpoint: EndpointDoc) {
  const { id, doc, right, parameters, body, answer, answers, codes } = endpoint;
  const isOurs = endpoint.credentials === 'fields';
  return html`<section class="endpoint" id="${id}" aria-labelledby="${id}-title">
<div>
<h2 id="${id}-title">${callOf(endpoint)}</h2>
<p>${doc}</p>
<p class="soft"><code>${id}</code>${right && html` needs a key with the right <code>${right}</code>`}</p>
${fieldsPart('Parameters', parameters)}
${fieldsPart(isOurs ? 'Fields' : 'Body', body)}
${fieldsPart('Answer', answer)}
${endpoint.files.length > 0 && filesPart(endpoint)}
${
  answers.length > 0 &&
  html`<details><summary>Statuses</summary><dl class="fields">${answers.map(
    ({ status, doc: text }) => html`<div><dt><code>${status}</code></dt><dd>${text}</dd></div>
`,
  )}</dl></details>`
}
${
  codes.length > 0 &&
  html`<details><summary>Problems</summary><ul class="codes">${codes.map(
    (code) => html`<li><a href="/problems/${code}"><code>${code}</code></a></li>
`,
  )}</ul></details>`
}
</div>
<div class="call">
${
  isOurs
    ? html`<p><a href="/Service.asmx?op=${id}">Its page with samples</a></p>`
    : html`<div class="code"><pre>${curlSample(endpoint)}</pre></div>
${requestForm(endpoint)}`
}
</div>
</section>
`;
}

function filesPart({ files, answer }: EndpointDoc) {
  const types = files.join(', ');
  return answer.length > 0
    ? html`<p>Also as ${types}: send it in Accept.</p>`
    : html`<p>The answer is ${types}.</p>`;
}

function fieldsPart(title: string, fields: readonly FieldDoc[]) {
  if (fields.length === 0) return undefined;
  return html`<details ${title === 'Body' && 'open'}><summary>${title}</summary>${fieldList(fields)}</details>`;
}

function fieldList(fields: readonly FieldDoc[]): ReturnType<typeof html> {
  return html`<dl class="fields">${fields.map(
    (
      field,
    ) => html`<div><dt><code>${field.name}</code> <span class="soft">${field.type}</span>${field.isRequired && html` <span class="required">required</span>`}</dt>
<dd>${field.doc}${field.words.length > 0 && html` One of ${field.words.map((word) => html`<code>${word}</code> `)}`}
${
  field.inner.length > 0 &&
  html`<details><summary>Fields of ${field.name}</summary>${fieldList(field.inner)}</details>`
}</dd></div>
`,
  )}</dl>`;
}
