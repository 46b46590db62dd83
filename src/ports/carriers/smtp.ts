import type { Readable } from 'node:stream';
import { parseEmail } from '../../kernel/email.ts';
import { Secret } from '../../kernel/secret.ts';
import { isThisMachine } from '../../settings/carriers.ts';
import type { Mail, MailCarrier, Sent } from './carrier.ts';
import { plainLine } from './plain-line.ts';

export type SmtpOptions = {
  readonly server: SmtpServer;
  /** The envelope sender, which gets mail that cannot be delivered. */
  readonly envelopeSender: string;
  /** True if mail is sent only over TLS. */
  readonly requiresTls: boolean;
  readonly signalAfter: (ms: number) => AbortSignal;
  /** Certificates to trust instead of the usual ones. */
  readonly authorities?: string;
};

/** Longer than any server needs for one mail, so that every attempt ends. */
const mostMs = 60_000;

/** Mail over a few connections to one server, which stay open while there is something to send. */
export function smtpMails(options: SmtpOptions): MailCarrier {
  const { envelopeSender, signalAfter } = options;
  // The part of a mail that was read shows whether the server had agreed to accept it: see `outcomeOfFault`.
  const contents = new WeakMap<AbortSignal, Readable>();
  let opened: ReturnType<typeof openTransport> | undefined;

  return {
    name: 'smtp',
    async send(mail) {
      // One address and nothing else.
      if (!parseEmail(mail.to).ok) return { outcome: 'refused', code: 'bad_address' };
      const signal = signalAfter(mostMs);
      const message = await compose(mail, envelopeSender);
      opened ??= openTransport(options, contents);
      const transport = await opened;
      try {
        const { serverMessageId } = await transport.sendMail({ ...message, signal });
        const carrierId = plainLine(serverMessageId ?? '').slice(0, 255) || undefined;
        return { outcome: 'accepted', carrierId };
      } catch (fault) {
        return outcomeOfFault(fault, contents.get(signal)?.readableDidRead ?? false);
      }
    },
    async check() {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(poolOf(options));
      try {
        // Greets, and logs in where there is a login.
        await transport.verify();
        return undefined;
      } catch (fault) {
        return outcomeOfFault(fault, false).code;
      } finally {
        transport.close();
      }
    },
    close() {
      void opened?.then((transport) => transport.close());
    },
  };
}

async function openTransport(options: SmtpOptions, contents: WeakMap<AbortSignal, Readable>) {
  // Large, and most processes never send a mail by SMTP.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(poolOf(options));
  transport.use('stream', ({ data, message }, done) => {
    const read = message.createReadStream.bind(message);
    message.createReadStream = (...args) => {
      const content = read(...args);
      if (data.signal) contents.set(data.signal, content);
      return content;
    };
    done();
  });
  return transport;
}

function poolOf({ server, requiresTls, authorities }: SmtpOptions) {
  const { host, port, isSecure, login } = server;
  return {
    pool: true as const,
    host,
    port,
    secure: isSecure,
    requireTLS: requiresTls,
    ignoreTLS: !requiresTls,
    ...(authorities !== undefined && { tls: { ca: authorities } }),
    ...(login && { auth: { user: login.user, pass: login.password.reveal() } }),
    maxConnections: 4,
    maxMessages: 100,
    // Tries once more if an open connection had been closed. Longer pauses belong to the schedule of mails.
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 5000,
    // Nothing in a mail may name a file or a URL whose content is inserted.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Text from people becomes one line before it becomes a header. */
async function compose(mail: Mail, envelopeSender: string) {
  const from = { name: plainLine(mail.from.name), address: plainLine(mail.from.address) };
  const attachments = mail.attachments.map(async ({ name, type, contentId, content }) => ({
    filename: plainLine(name),
    contentType: type,
    content: await content(),
    ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
  }));
  return {
    envelope: { from: envelopeSender, to: [mail.to] },
    from,
    ...(from.address !== envelopeSender && { sender: envelopeSender }),
    ...(mail.replyTo && {
      replyTo: { name: plainLine(mail.replyTo.name), address: plainLine(mail.replyTo.address) },
    }),
    to: { name: '', address: mail.to },
    subject: plainLine(mail.subject),
    messageId: mail.messageId,
    text: mail.text,
    html: mail.html,
    attachments: await Promise.all(attachments),
    // Keeps automatic replies away.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  };
}

/** The facts of an error of nodemailer. Its message may quote the server and is not passed on. */
type Fault = {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
};

type NotAccepted = Exclude<Sent, { outcome: 'accepted' }>;

/**
 * The outcome for the mail. `wasBegun`: the server accepted DATA and got content, so it may have accepted the mail
 * although its answer is missing. Any answer is certain.
 */
function outcomeOfFault(fault: unknown, wasBegun: boolean): NotAccepted {
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
  // 503: this connection is out of step; a new one is not.
  if (reply < 500 || reply === 503) return notSent('carrier_busy');
  if (command === 'RCPT TO') return { outcome: 'refused', code: 'mailbox_refused' };
  if (reply === 552) return { outcome: 'refused', code: 'too_large' };
  if (command === 'DATA') return { outcome: 'refused', code: 'message_refused' };
  // A refused greeting or sender concerns every mail; the operator must remedy it.
  return notSent(command === 'MAIL FROM' ? 'sender_refused' : 'carrier_refused');
}

function notSent(code: string): NotAccepted {
  return { outcome: 'not_sent', code };
}

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on; otherwise it is requested with STARTTLS. */
  readonly isSecure: boolean;
  /** On this machine, where nobody can listen in. */
  readonly isHere: boolean;
  readonly login: { readonly user: string; readonly password: Secret } | undefined;
};

/** As the setting names it: smtps://user:password@host:465. */
export function smtpServerAt(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    isHere: isThisMachine(hostname),
    login: username === '' ? undefined : { ...login, password: new Secret(login.password) },
  };
}
