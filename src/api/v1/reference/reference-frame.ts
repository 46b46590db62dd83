import { type Html, html } from '../../../kernel/html.ts';
import { version } from '../../../kernel/version.ts';
import { referenceScript, referenceStyle } from '../../pages/asset-files.ts';
import { ownRequests } from '../../pages/layout.ts';
import type { EndpointDoc } from './described.ts';

type Crumb = { readonly at: string; readonly text: string };

/** What stands around every page of the reference: where it belongs to, and the search. */
export function frame(crumbs: readonly Crumb[], content: Html): Html {
  return html`<header class="page top">
<nav aria-label="Place">
<a href="/">Quittance</a> / <a href="/reference">Reference</a>${crumbs.map(
    ({ at, text }) => html` / <a href="${at}">${text}</a>`,
  )}
</nav>
<form class="entry" action="/reference" role="search">
<label for="search" class="unseen">Search the endpoints</label>
<input id="search" name="q" type="search" placeholder="Search the endpoints" autocomplete="off" maxlength="100">
</form>
</header>
<main class="page reference">
${content}
<footer>Quittance ${version}</footer>
</main>`;
}

/** What a page of the reference loads, and may do. */
frame.look = { headers: ownRequests, ownStyle: referenceStyle, firstScript: referenceScript };

export function addressOf(resource: string, { id }: Pick<EndpointDoc, 'id'>): string {
  return `/reference/${resource}#${id}`;
}
