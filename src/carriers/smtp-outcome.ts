import type { Sent } from './carrier.ts';

/** What nodemailer says beside its sentence, which may quote the server and is passed on to nobody. */
type Fault = {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
};

type NotAccepted = Exclude<Sent, { outcome: 'accepted' }>;

/**
 * What a failure says of the mail. `wasBegun`: the server had said "go ahead" to DATA and was given content, so
 * that it may have taken the mail though its answer never came. Whatever it answered instead is certain.
 */
export function outcomeOfFault(fault: unknown, wasBegun: boolean): NotAccepted {
  const { code = '', command = '', responseCode } = fault as Fault;
  if (code === 'ETLS' || code === 'EREQUIRETLS') return notSent('tls_failed');
  if (code === 'EAUTH' || command.startsWith('AUTH')) return notSent('carrier_login_refused');
  if (responseCode !== undefined) return outcomeOfReply(responseCode, command);
  if (code === 'EENVELOPE') return { outcome: 'refused', code: 'bad_address' };
  if (code === 'EMESSAGE') return { outcome: 'refused', code: 'too_large' };
  if (wasBegun) return { outcome: 'unknown', code: 'no_answer' };
  return notSent('carrier_unreachable');
}

function outcomeOfReply(reply: number, command: string): NotAccepted {
  // 503: the server lost the thread; on another connection it will not.
  if (reply < 500 || reply === 503) return notSent('carrier_busy');
  if (command === 'RCPT TO') return { outcome: 'refused', code: 'mailbox_refused' };
  if (reply === 552) return { outcome: 'refused', code: 'too_large' };
  if (command === 'DATA') return { outcome: 'refused', code: 'message_refused' };
  // A greeting or a sender that is refused concerns every mail, and is for the operator to set right.
  return notSent(command === 'MAIL FROM' ? 'sender_refused' : 'carrier_refused');
}

function notSent(code: string): NotAccepted {
  return { outcome: 'not_sent', code };
}
