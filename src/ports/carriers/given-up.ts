import type { Log } from '../../kernel/log.ts';

/**
 * Codes of messages that fail in ordinary operation: the recipient cannot or will not get them, or the outcome is not
 * known. The operator can remedy every other code.
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

/** The log level for a message that will never arrive. In the sandbox the failure was asked for. */
export function loudnessOf({ code, carrier }: End): keyof Log {
  return carrier === 'sandbox' || everyday.has(code) ? 'info' : 'error';
}
