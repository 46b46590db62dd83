import type { Config } from '../../config.ts';
import { html } from '../../kernel/html.ts';
import { version } from '../../kernel/version.ts';
import { htmlPage, securityHeaders } from './layout.ts';
import type { Page } from './page.ts';

/** Links of `/`, the same for people and programs. */
const places = {
  json: {
    at: '/openapi.json',
    what: 'Calls in JSON, below /api/Default: their description in OpenAPI',
  },
  soap: { at: '/Service.asmx', what: 'Calls in SOAP and plain HTTP: each with its samples' },
  wsdl: { at: '/Service.asmx?WSDL', what: 'What SOAP clients are made from' },
  health: { at: '/health', what: 'Whether the service is ready' },
} as const;

/** The page at `/`: HTML for browsers, JSON for programs. */
export function frontPage({ mode }: Pick<Config, 'mode'>): (accept: string | undefined) => Page {
  const headers = { vary: 'Accept' };
  const forPeople = htmlPage({ title: 'Quittance', headers, body: bodyFor(mode) });
  const forPrograms = {
    status: 200,
    headers: { ...securityHeaders, 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify({
      name: 'Quittance',
      version,
      mode,
      ...Object.fromEntries(Object.entries(places).map(([name, { at }]) => [name, at])),
    }),
  };
  return (accept) => (wantsHtml(accept) ? forPeople : forPrograms);
}

/** Browsers accept HTML by name; programs name other types, or accept any. */
function wantsHtml(accept = ''): boolean {
  return accept
    .split(',')
    .some((one) => /^\s*text\/html\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(one));
}

function bodyFor(mode: Config['mode']) {
  return html`<main class="page small">
${mode === 'sandbox' && html`<p class="sandbox">This service runs in sandbox mode.</p>`}
<div class="card">
<h1>A payment service runs here</h1>
<p>Did a message send you here to pay, or to fill in a form? Its link is longer than this address: please open the whole
link. If that does not work, ask the business that sent it to you for a new one.</p>
<dl class="facts">
${Object.values(places).map(
  ({ at, what }) => html`<div><dt>${what}</dt><dd><a href="${at}">${at}</a></dd></div>
`,
)}</dl>
<p class="quiet">How to call it and how to run it: docs/README.md in the folder of the program; bin/quittance help lists
what its operator can do.</p>
</div>
<footer>Quittance ${version}</footer>
</main>`;
}
