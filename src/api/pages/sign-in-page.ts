import { type Html, html } from '../../kernel/html.ts';
import { version } from '../../kernel/version.ts';
import { signInScript } from './asset-files.ts';
import { htmlPage, ownRequests } from './layout.ts';
import type { Page } from './page.ts';

/*
 * Where people sign in, accept an invitation, choose a password and set up an app. Its script speaks /v1/session, and
 * shows one of the parts below. Every address of it is the same page: the secret of a link stands behind its #.
 */

type Entry = {
  readonly id: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly hint?: string;
};

function entry({ id, label, type, autocomplete, hint }: Entry): Html {
  const isCode = autocomplete === 'one-time-code';
  return html`<div class="field">
<label for="${id}">${label}${hint && html` <small>${hint}</small>`}</label>
<div class="entry"><input id="${id}" type="${type}" autocomplete="${autocomplete}" ${isCode && html`inputmode="numeric"`} required></div>
</div>`;
}

const rule = '12 characters or more';

const signIn = html`<form id="sign-in" hidden>
<h1>Sign in</h1>
${entry({ id: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' })}
${entry({ id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<button class="button">Sign in</button>
<p class="quiet"><a href="/sign-in/forgotten">Forgot your password?</a></p>
</form>`;

const forgotten = html`<form id="forgotten" hidden>
<h1>Choose a new password</h1>
<p class="quiet">We mail you a link that is good for an hour.</p>
${entry({ id: 'forgotten-email', label: 'E-mail', type: 'email', autocomplete: 'username' })}
<button class="button">Mail me a link</button>
<p class="quiet"><a href="/sign-in">Back</a></p>
</form>`;

const link = html`<form id="link" hidden>
<h1 id="link-title">One moment</h1>
<p class="quiet" id="link-for"></p>
<input id="link-email" type="email" autocomplete="username" class="unseen" tabindex="-1" aria-label="E-mail" readonly>
<div id="link-new" hidden>
${entry({ id: 'new-password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: rule })}
</div>
<div id="link-old" hidden>
${entry({ id: 'old-password', label: 'Your password', type: 'password', autocomplete: 'current-password' })}
</div>
<button class="button">Continue</button>
</form>`;

const code = html`<form id="code" hidden>
<h1>Enter the code of your app</h1>
${entry({ id: 'code-value', label: 'Code', type: 'text', autocomplete: 'one-time-code', hint: 'or a recovery code' })}
<button class="button">Continue</button>
</form>`;

const inside = html`<section id="inside" hidden>
<h1 id="who"></h1>
<p class="quiet" id="must-set" hidden>This service takes real money: set up an app that shows codes before anything else.</p>
<h2>You work for</h2>
<ul id="memberships"></ul>
<p><a href="/reference">Call the interface as yourself</a></p>
<h2>Codes of an app</h2>
<p class="quiet" id="app-state"></p>
<button class="button" type="button" id="begin-app">Set up an app</button>
<form id="app" hidden>
<p>Type this into the app, or <a id="app-address" href="/sign-in">open the app here</a>:</p>
<p><code id="app-secret"></code></p>
${entry({ id: 'app-code', label: 'The code that it shows', type: 'text', autocomplete: 'one-time-code' })}
<button class="button">Confirm</button>
</form>
<div id="recovery" hidden><p>Keep these codes. Each signs you in once if you lose the app; they are not shown again.</p>
<ul id="recovery-codes"></ul></div>
<h2>Password</h2>
<form id="change">
<input type="email" id="change-email" autocomplete="username" class="unseen" tabindex="-1" aria-label="E-mail" readonly>
${entry({ id: 'changed-password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: rule })}
<button class="button">Change it</button>
</form>
<h2>Signed in here</h2>
<ul id="sessions"></ul>
<button class="button" type="button" id="end-others">Sign out everywhere else</button>
<button class="button" type="button" id="sign-out">Sign out</button>
</section>`;

const prove = html`<form id="prove" hidden>
<h1>Prove who you are</h1>
<p class="quiet">The last proof is over ten minutes old.</p>
${entry({ id: 'proof', label: 'Password, or the code of your app', type: 'password', autocomplete: 'current-password' })}
<button class="button">Continue</button>
</form>`;

const page = htmlPage({
  title: 'Sign in to Quittance',
  headers: ownRequests,
  firstScript: signInScript,
  body: html`<main class="page small">
<noscript><p>Signing in needs JavaScript.</p></noscript>
<p id="told" role="status" hidden></p>
<p id="fault" class="fault" role="alert" tabindex="-1" hidden></p>
<div class="card">${signIn}${forgotten}${link}${code}${prove}${inside}</div>
<footer>Quittance ${version}</footer>
</main>`,
});

/** By path. */
export const signInRoutes: ReadonlyMap<string, Page> = new Map(
  ['/sign-in', '/sign-in/link', '/sign-in/forgotten'].map((path) => [path, page]),
);
