import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { parts } from '../words/parts.ts';

/** A text in one line, with words in the place of the addresses and sums that the service puts in when it is sent. */
export function inOneLine(body: string): string {
  return body
    .replace('[PBTLINK]', t(words.payLink))
    .replace(/\[PBTLEFT:[a-z]{2}\]/, t(parts.left))
    .replace('[PBTPAGE]', t(words.subscriptionPage));
}
