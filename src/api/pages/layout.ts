import { type Html, html } from '../../kernel/html.ts';
import type { Branding } from '../../parties/businesses/branding.ts';
import { type Asset, accentStyle, icon, script, style } from './asset-files.ts';
import type { Page } from './page.ts';
import type { Looker } from './preview.ts';

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** For a page whose script sends requests to this service. */
export const ownRequests: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [...contentPolicy, "connect-src 'self'"].join('; '),
};

/** No foreign content, no framing, no referrer, no caching. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentPolicy.join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
    'microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow, noarchive, nosnippet',
};

/** For a page on which people show a passkey. */
export const passkeyHeaders: Readonly<Record<string, string>> = {
  'Permissions-Policy': securityHeaders['Permissions-Policy']!.replace(
    'publickey-credentials-get=()',
    'publickey-credentials-get=(self)',
  ),
};

const previewTitle = 'A page for you';
const previewText = 'Open it in your browser to see it.';

type Sheet = {
  readonly status?: number;
  /** Without amounts: link previews show it in chats. */
  readonly title: string;
  readonly body: Html;
  readonly headers?: Readonly<Record<string, string>>;
  /** Runs before the script of all pages. */
  readonly firstScript?: Asset | undefined;
  /** Beside the style of all pages. */
  readonly ownStyle?: Asset;
  /** Of the business whose page it is: its color. */
  readonly branding?: Branding | undefined;
};

/** A whole page around its body. */
export function htmlPage(sheet: Sheet): Page {
  const { status = 200, title, body, headers = {}, firstScript, branding } = sheet;
  const ownStyle = branding?.accentColor ? accentStyle(branding.accentColor) : sheet.ownStyle;
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
${ownStyle && html`<link rel="stylesheet" href="${ownStyle.path}" integrity="${ownStyle.integrity}">\n`}${firstScript && html`<script src="${firstScript.path}" integrity="${firstScript.integrity}" defer></script>`}
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

/** A page with a message alone. */
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

/** A redirect after a post, so that a reload does not post again. */
export function redirectTo(path: string): Page {
  return { status: 303, headers: { ...securityHeaders, location: path }, body: '' };
}

/** A preview that shows nothing of the page. A prefetching browser gets a 503, so that it does not show it later. */
export function previewFor(by: Exclude<Looker, 'person'>): Page {
  return by === 'robot' ? preview : { ...preview, status: 503 };
}
const preview = messagePage({ title: previewTitle, sentences: [previewText] });
