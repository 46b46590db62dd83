import type { Readable } from 'node:stream';
import { parseEmail } from '../base/email.ts';
import type { Mail, MailCarrier } from './carrier.ts';
import { plainLine } from './plain-line.ts';
import { outcomeOfFault } from './smtp-outcome.ts';
import type { SmtpServer } from './smtp-server.ts';

export type SmtpOptions = {
  readonly server: SmtpServer;
  /** Whom servers on the way hold for the sender, and where what cannot be delivered comes back to. */
  readonly envelopeSender: string;
  /** Whether mail goes out where nobody offers TLS. */
  readonly requiresTls: boolean;
  readonly signalAfter: (ms: number) => AbortSignal;
  /** Certificates to trust in place of those that everybody does. */
  readonly authorities?: string;
};

/** Longer than any server needs for one mail, so that whoever waits may count on an end. */
const mostMs = 60_000;

/** Mail over a few connections to one server, kept while there is something to send. */
export function smtpMails(options: SmtpOptions): MailCarrier {
  const { envelopeSender, signalAfter } = options;
  // What was read of a mail tells whether its server had agreed to take it: see `outcomeOfFault`.
  const contents = new WeakMap<AbortSignal, Readable>();
  let opened: ReturnType<typeof openTransport> | undefined;

  return {
    name: 'smtp',
    async send(mail) {
      // One address and nothing beside it.
      if (!parseEmail(mail.to).ok) return { outcome: 'refused', code: 'bad_address' };
      const signal = signalAfter(mostMs);
      const letter = await compose(mail, envelopeSender);
      opened ??= openTransport(options, contents);
      const transport = await opened;
      try {
        const { serverMessageId } = await transport.sendMail({ ...letter, signal });
        const carrierId = plainLine(serverMessageId ?? '').slice(0, 255) || undefined;
        return { outcome: 'accepted', carrierId };
      } catch (fault) {
        return outcomeOfFault(fault, contents.get(signal)?.readableDidRead ?? false);
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
    // Once more where a kept connection had been closed; who tries longer has a schedule of its own.
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 5000,
    // Nothing in a mail may name a file or an address to be put into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Everything that a person wrote becomes one line before it becomes a header. */
async function compose(mail: Mail, envelopeSender: string) {
  const from = { name: plainLine(mail.from.name), address: plainLine(mail.from.address) };
  const attachments = mail.attachments.map(async ({ name, type, content }) => ({
    filename: plainLine(name),
    contentType: type,
    content: await content(),
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
    // So that nobody's notice of absence answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  };
}
