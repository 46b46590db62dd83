import { html } from '../../../kernel/html.ts';
import { rightDocs } from '../../../parties/businesses/rights.ts';
import { htmlPage } from '../../pages/layout.ts';
import type { Page } from '../../pages/page.ts';
import { curlSample } from './curl-sample.ts';
import type { EndpointDoc, FieldDoc, ResourceDoc } from './described.ts';
import { addressOf, frame } from './reference-frame.ts';
import { keyPart, requestForm } from './request-form.ts';

/** Every endpoint in one line each; the search narrows them down. */
export function referenceIndex(resources: readonly ResourceDoc[]): Page {
  const body = frame(
    [],
    html`<h1>Reference</h1>
<p>Every endpoint of this service, with what it takes and answers. The forms on these pages send requests to this service,
with a key of a sandbox business; nothing goes anywhere else.</p>
<p><a href="/openapi.json">OpenAPI 3.1</a>, <a href="/manual.md">all of it in one file</a>,
<a href="/problems">the problems</a>, <a href="/declines">the declines</a>, <a href="/Service.asmx?WSDL">the WSDL</a>.</p>
<h2>Rights of keys</h2>
<dl class="fields card">${Object.entries(rightDocs).map(
      ([right, doc]) => html`<div><dt><code>${right}</code></dt><dd>${doc}</dd></div>
`,
    )}</dl>
<h2>Endpoints</h2>
<p id="found" role="status" class="quiet"></p>
${resources.map(
  ({ name, title, endpoints }) => html`<section class="card of-search">
<h3><a href="/reference/${name}">${title}</a></h3>
<ul class="lines-of">${endpoints.map(
    (
      endpoint,
    ) => html`<li><a href="${addressOf(name, endpoint)}"><code>${endpoint.method} ${endpoint.path}</code></a>
<span class="quiet">${firstSentence(endpoint.doc)}</span></li>
`,
  )}</ul>
</section>
`,
)}`,
  );
  return htmlPage({ title: 'Reference', body, ...frame.look });
}

function firstSentence(doc: string): string {
  return doc.split(/(?<=\.)\s/, 1)[0] ?? doc;
}

/** A resource with all that is known of its endpoints. */
export function resourcePage({ name, title, endpoints }: ResourceDoc): Page {
  const [credentials] = new Set(endpoints.map((one) => one.credentials));
  const body = frame(
    [{ at: `/reference/${name}`, text: title }],
    html`<h1>${title}</h1>
<nav aria-label="Endpoints of this page" class="card"><ul class="lines-of">${endpoints.map(
      ({ id, method, path }) => html`<li><a href="#${id}"><code>${method} ${path}</code></a></li>
`,
    )}</ul></nav>
${credentials && keyPart(credentials)}
${endpoints.map(endpointPart)}`,
  );
  return htmlPage({ title, body, ...frame.look });
}

function endpointPart(endpoint: EndpointDoc) {
  const { id, method, path, doc, right, parameters, body, answer, answers, codes } = endpoint;
  const isOurs = endpoint.credentials === 'fields';
  return html`<section class="card endpoint" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><code>${method} ${path}</code></h2>
<p>${doc}</p>
<p class="quiet"><code>${id}</code>${right && html`; needs a key with the right <code>${right}</code>`}</p>
${fieldsPart('Parameters', parameters)}
${fieldsPart(isOurs ? 'Fields' : 'Body', body)}
${fieldsPart('Answer', answer)}
${endpoint.files.length > 0 && filesPart(endpoint)}
${
  answers.length > 0 &&
  html`<details><summary>Statuses</summary><dl class="fields">${answers.map(
    ({ status, doc: text }) => html`<div><dt>${status}</dt><dd>${text}</dd></div>
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
${
  isOurs
    ? html`<p><a href="/Service.asmx?op=${id}">Its page with samples</a></p>`
    : html`<h3>Sample</h3>
<pre>${curlSample(endpoint)}</pre>
${requestForm(endpoint)}`
}
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
    ) => html`<div><dt><code>${field.name}</code> <span class="quiet">${field.type}${field.isRequired && ', required'}</span></dt>
<dd>${field.doc}${field.words.length > 0 && html` One of ${field.words.map((word) => html`<code>${word}</code> `)}`}
${
  field.inner.length > 0 &&
  html`<details><summary>Fields of ${field.name}</summary>${fieldList(field.inner)}</details>`
}</dd></div>
`,
  )}</dl>`;
}
