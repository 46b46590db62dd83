import { type Html, html } from '../base/html.ts';
import { icon, script, style } from './asset-files.ts';
import type { Page } from './page.ts';
import type { Looker } from './preview.ts';
import { securityHeaders } from './security-headers.ts';

const previewTitle = 'A secure page';
const previewText = 'Open it in your browser to see it.';

type Sheet = {
  readonly status?: number;
  /** Of the window. No amount: robots that make previews show it to everybody in a chat. */
  readonly title: string;
  readonly body: Html;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A whole page around its own part. */
export function htmlPage({ status = 200, title, body, headers = {} }: Sheet): Page {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex, nofollow, noarchive, nosnippet">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, address=no, email=no">
<meta property="og:title" content="${previewTitle}">
<meta property="og:description" content="${previewText}">
<link rel="icon" href="${icon.path}" type="image/svg+xml">
<link rel="stylesheet" href="${style.path}" integrity="${style.integrity}">
<script src="${script.path}" integrity="${script.integrity}" defer></script>
</head>
<body>
${body}
</body>
</html>
`;
  return {
    status,
    headers: { ...securityHeaders, 'Content-Type': 'text/html; charset=utf-8', ...headers },
    body: text,
  };
}

/** A page that says something, and no more. */
export function messagePage({
  status = 200,
  title,
  sentences,
}: {
  readonly status?: number;
  readonly title: string;
  readonly sentences: readonly string[];
}): Page {
  const body = html`<main class="message">
<h1>${title}</h1>
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
</main>`;
  return htmlPage({ status, title, body });
}

/** Where a browser goes after a post, so that a reload posts nothing again. */
export function goTo(path: string): Page {
  return { status: 303, headers: { ...securityHeaders, location: path }, body: '' };
}

/**
 * For whoever is no person: that there is a page, and nothing of what is on it. A browser that fetches ahead is put
 * off, so that it does not show this to the person.
 */
export function previewFor(by: Exclude<Looker, 'person'>): Page {
  return by === 'robot' ? preview : { ...preview, status: 503 };
}
const preview = messagePage({ title: previewTitle, sentences: [previewText] });
