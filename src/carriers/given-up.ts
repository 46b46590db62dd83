import type { Log } from '../base/log.ts';

/**
 * What becomes of texts and mails every day: who should have got them cannot or will not, or what became of one is
 * not known. Every other code is something that whoever runs the service can set right.
 */
const everyday: ReadonlySet<string> = new Set([
  'bad_address',
  'blocked_by_recipient',
  'do_not_contact',
  'failed',
  'landline',
  'mailbox_refused',
  'not_textable',
  'nothing_to_say',
  'opted_out',
  'outcome_unknown',
  'undelivered',
  'unknown_number',
  'unreachable',
]);

type End = { readonly code: string; readonly carrier: string | undefined };

/** How loudly it is told that one of them will never arrive. In the sandbox it is what somebody wanted to see. */
export function loudnessOf({ code, carrier }: End): keyof Log {
  return carrier === 'sandbox' || everyday.has(code) ? 'info' : 'error';
}
