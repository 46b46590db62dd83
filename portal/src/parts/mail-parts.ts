import { t } from '../words/language.ts';
import { mailKinds } from '../words/mails.ts';

/** What a mail is about. */
export function mailName(kind: string): string {
  return mailKinds[kind] ? t(mailKinds[kind]) : kind;
}
