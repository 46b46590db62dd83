import { shadesOf } from '../../kernel/contrast.ts';
import { Html, html } from '../../kernel/html.ts';
import { usualLanguage } from '../../kernel/language.ts';
import { fitted, logoContentId } from './logo.ts';
import type { Row, Sheet } from './sheet.ts';

/*
 * Mail programs support tables and inline styles; style sheets add dark mode and narrow margins on phones where they are
 * supported. Nothing is fetched.
 */
const font = `font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif`;
const usualShades = { fill: '#1458d4', onFill: '#ffffff', light: '#1458d4' } as const;
const accents = { good: '#0b7a4b', plain: '#44505f', bad: '#b3261e' } as const;

/** The largest that a logo is shown, in pixels. */
const logoBox = { width: 200, height: 56 } as const;

const sheetStyle = new Html(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) {
    .edge { padding: 0 !important; }
    .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
    .in { padding-left: 22px !important; padding-right: 22px !important; }
    .sum { font-size: 36px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .page { background: #101418 !important; }
    .card { background: #1a2027 !important; border-color: #2b343e !important; }
    .ink { color: #f0f3f6 !important; }
    .soft { color: #a6b2be !important; }
    .rule { border-color: #2f3944 !important; }
    .good { color: #5ad19a !important; }
    .plain { color: #b9c4cf !important; }
    .bad { color: #ff8a80 !important; }
    .test { background: #4a3a06 !important; color: #ffe9a8 !important; }
  }`);

/** A sheet as an HTML e-mail. */
export function sheetHtml(sheet: Sheet): string {
  return html`<!doctype html>
<html lang="${sheet.language ?? usualLanguage}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${sheet.subject}</title>
<style>${sheetStyle}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eef1f4;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${sheet.paragraphs[0]}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#eef1f4">
<tr><td class="edge" align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #dfe4ea;border-radius:14px;border-collapse:separate;overflow:hidden">
${bannerRow(sheet)}${stripeRow(sheet)}
${headRow(sheet)}
${paragraphsRow(sheet)}
${actionRow(sheet)}
${otherActionRow(sheet)}
${rowsRow(sheet.facts, 'fact')}
${rowsRow(sheet.lines, 'line', sheet.total)}
${closingRow(sheet)}${footRow(sheet)}
</table>
</td></tr>
</table>
</body>
</html>
`.text;
}

function bannerRow({ banner }: Sheet): Html | undefined {
  if (!banner) return undefined;
  return html`<tr><td class="test in" align="center" style="padding:9px 36px;background:#fff3cd;color:#6b4e00;${font};font-size:13px;line-height:18px;font-weight:700;letter-spacing:.02em">${banner}</td></tr>`;
}

/** A stripe in the color of the business. */
function stripeRow({ sender }: Sheet): Html | undefined {
  const color = sender.branding?.accentColor;
  if (!color) return undefined;
  return html`<tr><td style="height:6px;background:${color};font-size:0;line-height:6px">&nbsp;</td></tr>`;
}

/** A part of the mail itself: nothing is fetched, and nobody learns when it is read. A dark logo has a light ground by night. */
function logoPart({ branding }: Sheet['sender']): Html | undefined {
  const logo = branding?.logo;
  if (!logo) return undefined;
  const { width, height } = fitted(logo, logoBox);
  return html`<img src="cid:${logoContentId(logo)}" width="${width}" height="${height}" alt="" style="display:block;margin:0 0 12px -6px;padding:6px;border:0;border-radius:6px;background:#ffffff">`;
}

function headRow({ sender, title, amount, tone }: Sheet): Html {
  return html`<tr><td class="in" style="padding:34px 36px 0 36px;${font}">
${logoPart(sender)}<div class="ink" style="color:#17202b;font-size:17px;line-height:24px;font-weight:700;overflow-wrap:anywhere">${sender.name}</div>
<div class="${tone}" style="padding-top:20px;color:${accents[tone]};font-size:14px;line-height:20px;font-weight:600">${title}</div>
${amount && html`<div class="ink sum" style="padding-top:2px;color:#17202b;font-size:42px;line-height:50px;font-weight:700;letter-spacing:-.02em">${amount}</div>`}
</td></tr>`;
}

function paragraphsRow({ paragraphs }: Sheet): Html {
  return html`<tr><td class="in" style="padding:14px 36px 0 36px;${font}">
${paragraphs.map(inkParagraph)}
</td></tr>`;
}

function closingRow({ closing = [] }: Sheet): Html | undefined {
  if (closing.length === 0) return undefined;
  return html`<tr><td class="in" style="padding:24px 36px 0 36px;${font}">
${closing.map(inkParagraph)}
</td></tr>
`;
}

function inkParagraph(text: string): Html {
  return html`<p class="ink" style="margin:0 0 8px 0;color:#27323e;font-size:16px;line-height:24px;overflow-wrap:anywhere">${text}</p>`;
}

function actionRow({ action, sender }: Sheet): Html | undefined {
  if (!action) return undefined;
  const color = sender.branding?.accentColor;
  const { fill, onFill, light } = color ? shadesOf(color) : usualShades;
  const edge = color ? `;border:1px solid ${light}` : '';
  return html`<tr><td class="in" style="padding:14px 36px 4px 36px;${font}">
<a href="${action.value}" style="display:inline-block;padding:13px 26px;border-radius:9px;background:${fill};color:${onFill};font-size:16px;line-height:22px;font-weight:600;text-decoration:none${edge}">${action.label}</a>
<div class="soft" style="padding-top:9px;color:#5c6874;font-size:13px;line-height:18px;overflow-wrap:anywhere">${action.value}</div>
</td></tr>`;
}

function otherActionRow({ otherAction }: Sheet): Html | undefined {
  if (!otherAction) return undefined;
  return html`<tr><td class="in" style="padding:10px 36px 4px 36px;${font};font-size:15px;line-height:21px">
<a class="plain" href="${otherAction.value}" style="color:#1458d4;font-weight:600">${otherAction.label}</a>
</td></tr>`;
}

/** Facts, or lines of the invoice with their total. */
function rowsRow(rows: readonly Row[], kind: 'fact' | 'line', total?: Row): Html | undefined {
  if (rows.length === 0) return undefined;
  const line = 'border-top:1px solid #e6eaef';
  const colour = kind === 'fact' ? 'color:#5c6874;white-space:nowrap' : 'color:#17202b';
  return html`<tr><td class="in" style="padding:20px 36px 0 36px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${font};font-size:15px;line-height:21px">
${rows.map(
  ({ label, value }) => html`<tr>
<td class="rule ${kind === 'fact' ? 'soft' : 'ink'}" valign="top" style="padding:9px 16px 9px 0;${line};${colour};overflow-wrap:anywhere">${label}</td>
<td class="rule ink" valign="top" align="right" style="padding:9px 0;${line};color:#17202b;overflow-wrap:anywhere">${value}</td>
</tr>
`,
)}${
  total &&
  html`<tr>
<td class="rule ink" style="padding:11px 16px 9px 0;border-top:2px solid #c9d1da;color:#17202b;font-weight:700">${total.label}</td>
<td class="rule ink" align="right" style="padding:11px 0 9px 0;border-top:2px solid #c9d1da;color:#17202b;font-weight:700">${total.value}</td>
</tr>
`
}</table>
</td></tr>`;
}

function footRow({ remarks, sender }: Sheet): Html {
  return html`<tr><td class="in" style="padding:20px 36px 32px 36px;${font};font-size:13px;line-height:19px">
${remarks.map((text) => html`<p class="soft" style="margin:0 0 8px 0;color:#5c6874;overflow-wrap:anywhere">${text}</p>`)}
${
  sender.lines.length > 0 &&
  html`<div class="soft" style="padding-top:10px;color:#5c6874;overflow-wrap:anywhere"><strong class="ink" style="color:#27323e">${sender.name}</strong>${sender.lines.map((text) => html`<br>${text}`)}</div>`
}
</td></tr>`;
}
