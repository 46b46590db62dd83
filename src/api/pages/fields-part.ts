import { type Html, html } from '../../kernel/html.ts';
import { lengths } from '../../kernel/lengths.ts';
import { postalPattern, postalWord } from '../../kernel/postal-code.ts';
import { originsOf } from '../../payments/field-sessions/field-session.ts';
import type { OpenedSession } from '../../payments/field-sessions/open-session.ts';
import type { Challenge } from '../../payments/risk/card-testing/proof.ts';
import { type Asset, fieldsScripts, fieldsStyle, proofScript } from './asset-files.ts';
import { type TextField, textField } from './field.ts';
import { asksFor } from './fields-form.ts';
import { securityHeaders } from './layout.ts';
import type { Page } from './page.ts';

type Shown = OpenedSession & {
  readonly today: Temporal.PlainDate;
  readonly challenge: Challenge | undefined;
};

/**
 * The fields alone, for a frame in a page of one of the origins of the session; for all others it is not shown. They are
 * a part of that page, so they are no landmark beside its own.
 */
export function fieldsPage(shown: Shown): Page {
  const { session, standing, challenge, today } = shown;
  const proof =
    challenge && html` data-proof="${challenge.text}" data-proof-bits="${challenge.zeroBits}"`;
  const about = html`data-origins="${session.origins}" data-kind="${session.kind}" data-standing="${standing}" data-from="${today.toString().slice(0, 7)}"`;
  const { text } = html`<!doctype html>
<html lang="${shown.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment details</title>
<meta name="robots" content="noindex, nofollow, noarchive, nosnippet">
<meta name="format-detection" content="telephone=no, address=no, email=no">
<link rel="stylesheet" href="${fieldsStyle.path}" integrity="${fieldsStyle.integrity}">
${[...(challenge ? [proofScript] : []), ...fieldsScripts].map(scriptPart)}</head>
<body>
<form method="post" novalidate hidden ${about}${proof}>
${standing === 'open' && [session.kind === 'card' ? cardFields(shown) : bankFields(shown), html`<input type="hidden" name="proof" value=""><button type="submit" hidden tabindex="-1"></button>`]}
<p class="note" role="alert" hidden></p>
</form>
</body>
</html>
`;
  return { status: standing === 'open' ? 200 : 410, headers: headersFor(session), body: text };
}

const scriptPart = ({ path, integrity }: Asset): Html =>
  html`<script src="${path}" integrity="${integrity}" defer></script>\n`;

/** Framed by these origins alone. Policies of the page around it that isolate it let it in. */
function headersFor(session: OpenedSession['session']): Readonly<Record<string, string>> {
  const { 'X-Frame-Options': _, 'Cross-Origin-Opener-Policy': __, ...others } = securityHeaders;
  return {
    ...others,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${originsOf(session).join(' ')}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

const none = new Map<string, string>();
const field = (about: TextField): Html => textField(about, none);

function cardFields(shown: Shown): Html {
  const asked = asksFor(shown);
  const country = shown.customer?.countryCode ?? '';
  return html`${field({
    name: 'number',
    label: 'Card number',
    isNumeric: true,
    autocomplete: 'cc-number',
    longest: 24,
    beside: html`<span class="brand" aria-live="polite"></span>`,
  })}
<div class="row">${field({
    name: 'expiry',
    label: 'Expires (MM/YY)',
    isNumeric: true,
    autocomplete: 'cc-exp',
    longest: 9,
    placeholder: 'MM/YY',
  })}${
    asked.postalCode &&
    field({
      name: 'postal-code',
      label: postalWord(country, shown.business.currency),
      autocomplete: 'billing postal-code',
      longest: lengths.postalCode,
      pattern: postalPattern(country),
    })
  }</div>
${asked.name && field({ name: 'name', label: 'Name on the card', autocomplete: 'cc-name', longest: lengths.name })}`;
}

function bankFields(shown: Shown): Html {
  return html`${
    asksFor(shown).name &&
    field({
      name: 'name',
      label: 'Name on the account',
      autocomplete: 'name',
      longest: lengths.name,
    })
  }
${numberField('routing-number', 'Routing number', 12)}
<div class="row">${numberField('account-number', 'Account number', 24)}${numberField('account-number-again', 'Account number, again', 24)}</div>
<div class="field"><label for="account-kind">Type of account</label>
<div class="entry"><select id="account-kind" name="account-kind"><option value="checking">Checking</option><option value="savings">Savings</option></select></div></div>`;
}

function numberField(name: string, label: string, longest: number): Html {
  return field({ name, label, isNumeric: true, autocomplete: 'off', longest });
}
