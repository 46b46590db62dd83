import { type Html, html } from '../../kernel/html.ts';
import { version } from '../../runtime/version.ts';
import { icon, signInScript, signInStyle } from './asset-files.ts';
import { ownRequests, passkeyHeaders, securityHeaders } from './layout.ts';
import type { Page } from './page.ts';

/*
 * The page where people sign in, accept an invitation, choose a password and set up an app. Its script calls
 * /v1/session, and shows one of the parts below. Every address of it is the same page: the secret of a link stands
 * behind its #. It looks like the portal behind it. Each text is here in both languages; the script shows the language
 * of the browser.
 */

type Text = readonly [en: string, es: string];

const in2 = ([, es]: Text): Html => html`data-es="${es}"`;

type Entry = {
  readonly id: string;
  readonly label: Text;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly hint?: Text;
  /** Stands at the end of the line of the label. */
  readonly beside?: Html;
};

const eye = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1.5 8S4 3.75 8 3.75 14.5 8 14.5 8 12 12.25 8 12.25 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="1.9"/></svg>`;
const key = html`<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="5.25" cy="10.75" r="3"/><path d="m7.5 8.5 5.75-5.75M10.75 5.25l2 2"/></svg>`;
const showLabel: Text = ['Show what is typed', 'Mostrar lo escrito'];

function entry({ id, label, type, autocomplete, hint, beside }: Entry): Html {
  const isCode = autocomplete === 'one-time-code';
  return html`<div class="field">
<div class="line"><label for="${id}" ${in2(label)}>${label[0]}</label>${beside}</div>
<div class="input"><input id="${id}" type="${type}" autocomplete="${autocomplete}" ${isCode && html`inputmode="numeric"`} ${hint && html`aria-describedby="${id}-hint"`} required>${
    type === 'password' &&
    html`<button type="button" class="icon show" aria-pressed="false" aria-label="${showLabel[0]}" data-es-label="${showLabel[1]}">${eye}</button>`
  }</div>
${hint && html`<p class="hint" id="${id}-hint" ${in2(hint)}>${hint[0]}</p>`}
</div>`;
}

const email: Text = ['E-mail', 'Correo'];
const rule: Text = ['12 characters or more', '12 caracteres o más'];
const newPassword: Text = ['New password', 'Contraseña nueva'];
const next: Text = ['Continue', 'Continuar'];
const go = (text: Text): Html => html`<button class="btn main" ${in2(text)}>${text[0]}</button>`;
const act = (id: string, text: Text): Html =>
  html`<button class="btn" type="button" id="${id}" ${in2(text)}>${text[0]}</button>`;
const usePasskey: Text = ['Use a passkey', 'Usar una llave de acceso'];
/** Shown where the browser has passkeys. */
const byPasskey = (id: string, text: Text = usePasskey): Html =>
  html`<button class="btn passkey" type="button" id="${id}" hidden>${key}<span ${in2(text)}>${text[0]}</span></button>`;
const head = (text: Text): Html => html`<h1 ${in2(text)}>${text[0]}</h1>`;
const part = (text: Text): Html => html`<h2 ${in2(text)}>${text[0]}</h2>`;
const quiet = (text: Text): Html => html`<p class="quiet" ${in2(text)}>${text[0]}</p>`;

const signIn = html`<form id="sign-in" hidden>
${head(['Sign in', 'Entrar'])}
${quiet(['Payments, payouts and conversations', 'Pagos, abonos y conversaciones'])}
${entry({ id: 'email', label: email, type: 'email', autocomplete: 'username' })}
${entry({
  id: 'password',
  label: ['Password', 'Contraseña'],
  type: 'password',
  autocomplete: 'current-password',
  beside: html`<a href="/sign-in/forgotten" data-es="¿Olvidó su contraseña?">Forgot your password?</a>`,
})}
${go(['Sign in', 'Entrar'])}
${byPasskey('by-passkey', ['Sign in with a passkey', 'Entrar con una llave de acceso'])}
<p class="or" data-es="¿Primera vez aquí?">First time here?</p>
<p class="hint center" data-es="Abra el enlace de su invitación. Quien instaló el servicio abre el que mostró al arrancar: sirve una vez.">Open the link of your invitation. Whoever installed the service opens the one that it printed when it started: it works once.</p>
<p class="hint center"><code>bin/quittance user login-link</code> <span data-es="hace otro.">makes another.</span></p>
</form>`;

const forgotten = html`<form id="forgotten" hidden>
${head(['Choose a new password', 'Elija una contraseña nueva'])}
${quiet(['We mail you a link that is good for an hour.', 'Le enviamos un enlace que sirve una hora.'])}
${entry({ id: 'forgotten-email', label: email, type: 'email', autocomplete: 'username' })}
${go(['Mail me a link', 'Enviarme un enlace'])}
<p class="center"><a href="/sign-in" data-es="Volver">Back</a></p>
</form>`;

const hiddenEmail = (id: string): Html =>
  html`<input id="${id}" type="email" autocomplete="username" class="unseen" tabindex="-1" aria-label="${email[0]}" readonly>`;

const link = html`<form id="link" hidden>
<h1 id="link-title" data-es="Un momento">One moment</h1>
<p class="quiet" id="link-for"></p>
${hiddenEmail('link-email')}
<div id="link-new" hidden>
${entry({ id: 'new-password', label: newPassword, type: 'password', autocomplete: 'new-password', hint: rule })}
</div>
<div id="link-old" hidden>
${entry({ id: 'old-password', label: ['Your password', 'Su contraseña'], type: 'password', autocomplete: 'current-password' })}
</div>
${go(next)}
</form>`;

const code = html`<form id="code" hidden>
<h1 id="code-title" data-es="Escriba el código de su aplicación">Enter the code of your app</h1>
${byPasskey('code-passkey')}
${entry({ id: 'code-value', label: ['Code', 'Código'], type: 'text', autocomplete: 'one-time-code', hint: ['or a recovery code', 'o un código de recuperación'] })}
${go(next)}
</form>`;

const qrCode: Text = ['QR code for the app', 'Código QR para la aplicación'];

const inside = html`<section id="inside" hidden>
<h1 id="who"></h1>
<p class="note" id="must-set" data-es="Este servicio mueve dinero real: configure primero una llave de acceso o una aplicación de códigos." hidden>This service takes real money: set up a passkey, or an app that shows codes, before anything else.</p>
${part(['You work for', 'Usted trabaja para'])}
<ul id="memberships"></ul>
<p><a href="/" data-es="Abrir el portal">Open the portal</a> · <a href="/reference" data-es="Llamar a la interfaz como usted">Call the interface as yourself</a></p>
<form id="choose" hidden>
${part(['Choose a password', 'Elija una contraseña'])}
${hiddenEmail('choose-email')}
${entry({ id: 'chosen', label: newPassword, type: 'password', autocomplete: 'new-password', hint: rule })}
${go(['Choose the password', 'Elegir la contraseña'])}
</form>
${part(['Passkey, or codes of an app', 'Llave de acceso o códigos de una aplicación'])}
<p class="quiet" id="factor-state"></p>
<p class="quiet" id="no-passkeys" data-es="Las llaves de acceso necesitan una dirección con nombre, por HTTPS o en localhost: esta página se abrió por otra." hidden>Passkeys need an address with a name, by HTTPS or at localhost: this page was opened by another one.</p>
<div class="btns">
${byPasskey('add-passkey', ['Add a passkey', 'Añadir una llave de acceso'])}
${act('begin-app', ['Set up an app', 'Configurar una aplicación'])}
</div>
<form id="app" hidden>
<div class="scan"><svg class="qr" id="app-qr" role="img" viewBox="0 0 1 1" aria-label="${qrCode[0]}" data-es-label="${qrCode[1]}"><rect width="100%" height="100%" fill="#fff" stroke="none"/><path fill="#000" stroke="none"/></svg>
<div><p data-es="Escanéelo con la aplicación.">Scan this with the app.</p>
<p class="quiet"><span data-es="O escriba esto en ella, o">Or type this into it, or</span> <a id="app-address" href="/sign-in" data-es="ábrala aquí">open the app here</a>:</p>
<p><code id="app-secret"></code></p></div></div>
${entry({ id: 'app-code', label: ['The code that it shows', 'El código que muestra'], type: 'text', autocomplete: 'one-time-code' })}
${go(['Confirm', 'Confirmar'])}
</form>
<div id="recovery" hidden><p data-es="Guarde estos códigos. Cada uno le deja entrar una vez si pierde la aplicación o la llave; no se muestran de nuevo.">Keep these codes. Each signs you in once if you lose the app or the passkey; they are not shown again.</p>
<ul id="recovery-codes"></ul></div>
<div class="btns">
${act('sign-out', ['Sign out', 'Salir'])}
</div>
</section>`;

const prove = html`<form id="prove" hidden>
${head(['Prove who you are', 'Confirme quién es'])}
${quiet(['The last proof is over ten minutes old.', 'La última confirmación tiene más de diez minutos.'])}
${byPasskey('prove-passkey')}
<div id="prove-link" hidden>
<p data-es="Usted entró con un enlace y aún no tiene contraseña ni llave de acceso. Muestre un enlace nuevo en el servidor y péguelo aquí:">You signed in by a link, and have neither a password nor a passkey yet. Print a new link at the machine, and paste it here:</p>
<p><code>bin/quittance user login-link</code></p>
</div>
${entry({ id: 'proof', label: ['Password, or the code of your app', 'Contraseña o código de su aplicación'], type: 'password', autocomplete: 'current-password' })}
${go(next)}
</form>`;

const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="7"/><circle cx="11.6" cy="11.6" r="5.1"/><path class="gap" d="m12.6 12.7 2 2.1 4.1-4.5"/><path d="m12.4 12.7 2.3 2.4 4-4.6"/></svg>`;
const moon = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M13.5 9.5A5.75 5.75 0 0 1 6.5 2.5a5.75 5.75 0 1 0 7 7z"/></svg>`;

const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Quittance</title>
<meta name="robots" content="noindex, nofollow, noarchive, nosnippet">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon.path}" type="image/svg+xml">
<link rel="stylesheet" href="${signInStyle.path}" integrity="${signInStyle.integrity}">
<script src="${signInScript.path}" integrity="${signInScript.integrity}" defer></script>
</head>
<body class="door">
<header><span class="brand">${mark}Quittance</span><span class="btns">
<button type="button" class="btn plain" id="language" lang="es" data-es="English">Español</button>
<button type="button" class="icon" id="theme" aria-label="Switch between light and dark" data-es-label="Cambiar entre claro y oscuro">${moon}</button>
</span></header>
<main>
<div class="card">
<noscript><p>Signing in needs JavaScript.</p></noscript>
<p id="told" class="note" role="status" hidden></p>
<p id="fault" class="note fault" role="alert" tabindex="-1" hidden></p>
${signIn}${forgotten}${link}${code}${prove}${inside}</div>
</main>
<footer><span id="host"></span><span>Quittance ${version}</span></footer>
</body>
</html>
`;

const page: Page = {
  status: 200,
  headers: {
    ...securityHeaders,
    ...passkeyHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    ...ownRequests,
  },
  body: text,
};

/** By path. */
export const signInRoutes: ReadonlyMap<string, Page> = new Map(
  ['/sign-in', '/sign-in/link', '/sign-in/forgotten'].map((path) => [path, page]),
);
