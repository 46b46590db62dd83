import { html } from '../../../kernel/html.ts';
import { declines, rejected } from '../../../ports/processors/declines.ts';
import type { Page } from '../../pages/page.ts';
import { referencePage } from './reference-frame.ts';

/** Each code that `decline` may have, with a sentence about it. */
const help: readonly (readonly [string, string])[] = [
  ...Object.entries(declines),
  [rejected, 'The processor did not accept the request as it was sent. The card is not at fault.'],
  ['not_sent', 'The processor was not reached: nothing was sent, and it may be tried again.'],
  ['canceled', 'It was canceled before it took money.'],
  ['unknown', 'The processor has not told the outcome yet.'],
  ['R01, R02 and so on', 'A bank returned the debit: the return code of NACHA.'],
];

const introduction =
  'Where a payment, capture or refund moved no money, or it is not known yet whether it did, its decline says why. Show the ' +
  'message to the payer, and let programs decide by the code. A code never changes its meaning; new ones may be added.';

export function declinesPage(): Page {
  const body = html`<h1>Declines</h1>
<p>${introduction}</p>
<dl class="fields">${help.map(
    ([code, doc]) => html`<div><dt><code>${code}</code></dt><dd>${doc}</dd></div>
`,
  )}</dl>`;
  return referencePage('/declines', 'Declines', body);
}

/** For the manual. */
export function declinesText(): string {
  return [introduction, '', ...help.map(([code, doc]) => `- \`${code}\`: ${doc}`)].join('\n');
}
