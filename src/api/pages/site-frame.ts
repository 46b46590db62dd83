import { type Html, html } from '../../kernel/html.ts';
import { version } from '../../runtime/version.ts';
import { type Asset, docsScript, docsStyle, icon } from './asset-files.ts';
import { ownRequests, securityHeaders } from './layout.ts';
import type { Page } from './page.ts';

/** The index that the search of every page reads. */
export const searchIndexPath = '/docs/search.json';

type Link = {
  readonly at: string;
  readonly title: string;
  /** Places of the page that is open. */
  readonly places?: readonly { readonly at: string; readonly title: Html }[];
};
export type Group = {
  readonly title: string;
  readonly links: readonly Link[];
  /** Unfolded wherever the reader is. */
  readonly isOpen?: true;
};

type Sheet = {
  readonly status?: number;
  /** The part of the site, beside its name. */
  readonly part: 'Documentation' | 'Reference';
  readonly title: string;
  /** The page's place in the navigation; undefined: it is not there. */
  readonly at: string | undefined;
  readonly groups: readonly Group[];
  readonly body: Html;
  readonly contents: readonly {
    readonly level: number;
    readonly id: string;
    readonly text: string;
  }[];
  readonly before?: Link | undefined;
  readonly next?: Link | undefined;
  /** Beside the styles of all pages. */
  readonly ownStyle?: Asset;
  readonly ownScript?: Asset;
};

/** A page of the site with its navigation, contents and search. */
export function sitePage(sheet: Sheet): Page {
  const { status = 200, part, title, body, before, next, ownStyle, ownScript } = sheet;
  const contents = sheet.contents.filter(({ level }) => level === 2 || level === 3);
  const hasContents = contents.length > 1;
  const links = contents.map(
    ({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>\n`,
  );
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Quittance</title>
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon.path}" type="image/svg+xml">
<link rel="stylesheet" href="${docsStyle.path}" integrity="${docsStyle.integrity}">
${ownStyle && html`<link rel="stylesheet" href="${ownStyle.path}" integrity="${ownStyle.integrity}">\n`}<script src="${docsScript.path}" integrity="${docsScript.integrity}"></script>
${ownScript && html`<script src="${ownScript.path}" integrity="${ownScript.integrity}" defer></script>\n`}</head>
<body data-index="${searchIndexPath}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button class="menu" type="button" popovertarget="pages" aria-label="Pages">☰</button>
<a class="name" href="${part === 'Reference' ? '/reference' : '/docs'}">Quittance <span>${part}</span></a>
<form class="search with-script" role="search" action="/docs">
<input type="search" id="search" placeholder="Search" aria-label="Search documentation and reference" role="combobox"
 aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" maxlength="100">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="Results" hidden></ul>
<p id="told" class="unseen" role="status"></p>
</form>
<nav class="places" aria-label="Other places">${
    part === 'Reference'
      ? html`<a href="/docs">Documentation</a>`
      : html`<a href="/reference">Reference</a>`
  }<a href="/">Portal</a></nav>
<button id="theme" class="with-script" type="button" aria-label="Switch between light and dark">◐</button>
</header>
<div class="columns${!hasContents && ' without-contents'}">
<nav id="pages" class="pages" popover aria-label="Pages">
${sheet.groups.map((group) => groupPart(group, sheet.at))}
</nav>
<main id="content" tabindex="-1">
${hasContents && html`<details class="contents-small"><summary>On this page</summary><ul>${links}</ul></details>`}
<article>
${body}
</article>
${
  (before || next) &&
  html`<nav class="around" aria-label="Before and after">
${before ? html`<a rel="prev" href="${before.at}"><small>Before</small>${before.title}</a>` : html`<span></span>`}
${next && html`<a rel="next" href="${next.at}"><small>Next</small>${next.title}</a>`}
</nav>`
}
<footer>Quittance ${version}</footer>
</main>
${hasContents && html`<nav class="contents" aria-labelledby="contents-title"><h2 id="contents-title">On this page</h2><ul>${links}</ul></nav>`}
</div>
</body>
</html>
`;
  return {
    status,
    headers: { ...securityHeaders, 'Content-Type': 'text/html; charset=utf-8', ...ownRequests },
    body: text,
  };
}

function groupPart({ title, links, isOpen }: Group, at: string | undefined): Html {
  const isHere = links.some((link) => link.at === at);
  return html`<details ${(isHere || isOpen) && 'open'}><summary>${title}</summary><ul>${links.map(
    (link) =>
      html`<li><a href="${link.at}" ${link.at === at && html`aria-current="page"`}>${link.title}</a>${
        link.places &&
        html`<ul>${link.places.map((one) => html`<li><a href="${one.at}">${one.title}</a></li>\n`)}</ul>`
      }</li>\n`,
  )}</ul></details>\n`;
}
