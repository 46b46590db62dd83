import { type Html, html } from '../../kernel/html.ts';
import {
  inLanguage,
  type Language,
  speaker,
  type Text,
  usualLanguage,
} from '../../kernel/language.ts';
import type { Branding } from '../../parties/businesses/branding.ts';
import { type Asset, accentStyle, icon, script, style } from './asset-files.ts';
import type { Page } from './page.ts';
import type { Looker } from './preview.ts';
import { common } from './words/all-pages.ts';

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

/** For what is said in the language that the browser asks for. */
export const byLanguage: Readonly<Record<string, string>> = { vary: 'Accept-Language' };

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
  /** The color of the business whose page it is. */
  readonly branding?: Branding | undefined;
  /** The language of a page for payers. */
  readonly language?: Language;
};

/** A whole page around its body. */
export function htmlPage(sheet: Sheet): Page {
  const { status = 200, title, body, headers = {}, firstScript, branding, language } = sheet;
  const ownStyle = branding?.accentColor ? accentStyle(branding.accentColor) : sheet.ownStyle;
  const say = speaker(language ?? usualLanguage);
  const { text } = html`<!doctype html>
<html lang="${language ?? usualLanguage}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex, nofollow, noarchive, nosnippet">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, address=no, email=no">
<meta property="og:title" content="${say(common.forYou)}">
<meta property="og:description" content="${say(common.openIt)}">
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
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      ...(language && byLanguage),
      ...headers,
    },
    body: text,
  };
}

type Message<T> = {
  readonly status?: number;
  readonly title: T;
  readonly sentences: readonly T[];
};

/** A page with a message alone: in English, or in the language of a payer. */
export function messagePage(message: Message<string>): Page;
export function messagePage(message: Message<Text> & { readonly language: Language }): Page;
export function messagePage({
  status = 200,
  title,
  sentences,
  language,
}: Message<string | Text> & { readonly language?: Language }): Page {
  const say = (text: string | Text) =>
    typeof text === 'string' ? text : inLanguage(language ?? usualLanguage, text);
  const body = html`<main class="message">
<h1>${say(title)}</h1>
${sentences.map((sentence) => html`<p>${say(sentence)}</p>`)}
</main>`;
  return htmlPage({ status, title: say(title), body, ...(language && { language }) });
}

/** A redirect after a post, so that a reload does not post again. */
export function redirectTo(path: string): Page {
  return { status: 303, headers: { ...securityHeaders, location: path }, body: '' };
}

/** A preview that shows nothing of the page. A prefetching browser gets a 503, so that it does not show it later. */
export function previewFor(by: Exclude<Looker, 'person'>, language: Language): Page {
  const status = by === 'robot' ? 200 : 503;
  return messagePage({ status, language, title: common.forYou, sentences: [common.openIt] });
}
