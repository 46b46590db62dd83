import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';

/** A text in one line, with words in the place of the addresses that the service puts in when it is sent. */
export function inOneLine(body: string): string {
  return body
    .replace('[PBTLINK]', t(words.payLink))
    .replace('[PBTPAGE]', t(words.subscriptionPage));
}
