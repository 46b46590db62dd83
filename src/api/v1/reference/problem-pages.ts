import { html } from '../../../kernel/html.ts';
import { type RefusalCode, refusals } from '../../../kernel/refusal.ts';
import type { Page } from '../../pages/page.ts';
import { statusOfRefusal } from '../problem.ts';
import type { EndpointDoc, ResourceDoc } from './described.ts';
import { problemHelp } from './problem-help.ts';
import { addressOf, callOf, referencePage } from './reference-frame.ts';

export const problemCodes = Object.keys(problemHelp) as RefusalCode[];

/** The page that `type` of a problem leads to. */
export function problemPage(code: RefusalCode, resources: readonly ResourceDoc[]): Page {
  const { cause, remedy } = problemHelp[code];
  const { message } = refusals[code];
  const title = `Problem ${code}`;
  const sayers = resources
    .map(({ name, title: of, endpoints }) => ({
      of,
      name,
      endpoints: endpoints.filter(({ codes }) => codes.includes(code)),
    }))
    .filter(({ endpoints }) => endpoints.length > 0);
  const body = html`<h1>${code}</h1>
<p>${message}</p>
<dl class="fields">
<div><dt>Status</dt><dd>${statusOfRefusal(code)}</dd></div>
<div><dt>What it means</dt><dd>${cause}</dd></div>
<div><dt>What to do</dt><dd>${remedy}</dd></div>
</dl>
<h2>Endpoints that answer so</h2>
${sayers.length === 0 && html`<p>None below /v1: pages, or Service.asmx.</p>`}
${sayers.map(
  ({ of, name, endpoints }) => html`<details><summary>${of} (${endpoints.length})</summary>
<ul class="calls">${endpoints.map((endpoint) => itemOf(name, endpoint))}</ul></details>
`,
)}`;
  return referencePage('/problems', title, body);
}

function itemOf(resource: string, endpoint: EndpointDoc) {
  return html`<li><a href="${addressOf(resource, endpoint)}">${callOf(endpoint)}</a></li>`;
}

/** All codes, by name. */
export function problemIndex(): Page {
  const body = html`<h1>Problems</h1>
<p>Answers of /v1 that refuse a request are problem details (RFC 9457). Their code is one of these, and never changes its
meaning.</p>
<dl class="fields">${problemCodes.toSorted().map(
    (
      code,
    ) => html`<div><dt><a href="/problems/${code}"><code>${code}</code></a></dt><dd>${refusals[code].message}</dd></div>
`,
  )}</dl>`;
  return referencePage('/problems', 'Problems', body);
}
