import type { TextProgress } from './carrier.ts';

/**
 * Twilio's error numbers as our codes; https://www.twilio.com/docs/api/errors lists them all. Any other number is kept.
 */
const words: Readonly<Record<string, string>> = {
  '21211': 'not_textable',
  '21214': 'not_textable',
  '21217': 'not_textable',
  '21265': 'not_textable',
  '21266': 'not_textable',
  '21408': 'region_not_allowed',
  '21602': 'empty',
  '21606': 'bad_sender',
  '21603': 'bad_sender',
  '21659': 'bad_sender',
  '21660': 'bad_sender',
  '21661': 'bad_sender',
  '21610': 'opted_out',
  '21611': 'carrier_busy',
  '21612': 'not_textable',
  '21614': 'not_textable',
  '21617': 'too_long',
  '30001': 'carrier_busy',
  '30002': 'carrier_account_suspended',
  '30003': 'unreachable',
  '30004': 'blocked_by_recipient',
  '30005': 'unknown_number',
  '30006': 'landline',
  '30007': 'filtered',
  '30008': 'carrier_error',
  '30017': 'carrier_busy',
  '30019': 'too_long',
  '30022': 'carrier_busy',
  '30023': 'carrier_busy',
  '30032': 'sender_not_registered',
  '30034': 'sender_not_registered',
};

/** Undefined: no error. */
export function wordFor(code: unknown): string | undefined {
  if (code === null || code === undefined || code === '' || String(code) === '0') return undefined;
  const number = /^\d{1,6}$/.exec(String(code))?.[0];
  return number === undefined ? 'carrier_error' : (words[number] ?? `twilio_${number}`);
}

/** True if the same text may be accepted later: the queue of its number is full, or too many came at once. */
export function isForNow(code: unknown): boolean {
  return ['20429', '21611', '14107'].includes(String(code));
}

const progress: Readonly<Record<string, TextProgress>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

/** Undefined: still on its way, which is known already. */
export function progressFor(status: string): TextProgress | undefined {
  return Object.hasOwn(progress, status) ? progress[status] : undefined;
}
