import { type Html, html } from '../../../kernel/html.ts';
import type { EndpointDoc, ParameterDoc } from './described.ts';

/* Forms of the reference. A script sends them; without one they are not shown, and nothing is posted. */

/** The place for the reader's key. The fields have no names: no browser sends or stores them. */
export function keyPart(credentials: EndpointDoc['credentials']): Html | undefined {
  if (credentials === 'fields' || credentials === 'session') return undefined;
  return html`<section class="key with-script" aria-labelledby="key-title">
<h2 id="key-title">Your sandbox key</h2>
<p class="soft" id="key-hint">For the forms below. It begins with qk_test_, stays in the memory of this page, and is sent to
this service alone. Keys for real money are refused.</p>
${
  credentials === 'username and key' &&
  html`<div class="field"><label for="username">Username</label>
<div class="entry"><input id="username" autocomplete="off" spellcheck="false"></div></div>`
}
<div class="field"><label for="key">API key</label>
<p class="fault" id="key-fault" role="alert" hidden></p>
<div class="entry"><input id="key" type="password" autocomplete="off" aria-describedby="key-hint key-fault"></div></div>
<p class="soft" id="signed-in" hidden></p>
</section>`;
}

export function requestForm(endpoint: EndpointDoc): Html | undefined {
  const { id, method, path, parameters, example, files, credentials } = endpoint;
  // The answer would never be whole.
  if (files.includes('text/event-stream')) return undefined;
  // For the pages of this service, which have the session of the reader.
  if (credentials === 'session') return undefined;
  return html`<details class="with-script"><summary>Send this request</summary>
<form class="request" method="post" data-method="${method}" data-path="${path}" aria-label="${method} ${path}">
${parameters.map((one) => entryOf(id, one))}
${
  example !== undefined &&
  html`<div class="field"><label for="${id}-body">Body</label>
<div class="entry"><textarea id="${id}-body" data-place="body" rows="8" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea></div></div>`
}
${
  files.length > 0 &&
  html`<div class="field"><label for="${id}-accept">Accept</label>
<div class="entry"><select id="${id}-accept" data-place="header" data-name="Accept">${[
    'application/json',
    ...files,
  ].map((type) => html`<option>${type}</option>`)}</select></div></div>`
}
<button class="main">Send</button>
<pre class="told" role="status" aria-label="Answer" hidden></pre>
</form></details>`;
}

function entryOf(id: string, { name, place, doc, isRequired, words }: ParameterDoc): Html {
  const own = `${id}-${name}`;
  const rest = html`id="${own}" data-place="${place}" data-name="${name}" aria-describedby="${own}-hint"${isRequired && ' required'}`;
  return html`<div class="field"><label for="${own}">${name}</label>
<p class="hint" id="${own}-hint">${doc}</p>
<div class="entry">${
    words.length > 0 && place === 'query' && name !== 'expand'
      ? html`<select ${rest}><option value="">any</option>${words.map((word) => html`<option>${word}</option>`)}</select>`
      : html`<input ${rest} autocomplete="off" spellcheck="false">`
  }</div></div>
`;
}
