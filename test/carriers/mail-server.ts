import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Mail } from '../../src/ports/carriers/carrier.ts';
import { atEnd } from '../scope.ts';

export const mail: Mail = {
  businessId: 100001n,
  messageId: '<100001.7@quittance.example>',
  from: { name: 'Park Flowers', address: 'flowers@example.com' },
  replyTo: undefined,
  to: 'ada@example.com',
  subject: 'Receipt A-1',
  text: 'Thank you.\n',
  html: '<p>Thank you.</p>',
  attachments: [],
};

type Scope = { after(work: () => Promise<void> | void): void };

export type Delivered = {
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly user: string | undefined;
  readonly isSecure: boolean;
  /** As it came over the wire. */
  readonly source: string;
  readonly mail: Email;
};

export type MailServer = {
  readonly port: number;
  readonly delivered: readonly Delivered[];
  /** How often somebody connected. */
  readonly connections: () => number;
  /** Of all that are open now. */
  open(): number;
};

/** A mail server at the other end of a network, as real as one gets without the Internet. */
export async function mailServer(
  scope: Scope,
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const delivered: Delivered[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    async onData(stream, session, done) {
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(piece as Buffer);
      const source = Buffer.concat(pieces).toString('utf8');
      const { mailFrom, rcptTo } = session.envelope;
      delivered.push({
        sender: mailFrom ? mailFrom.address : '',
        recipients: rcptTo.map(({ address }) => address),
        user: session.user,
        isSecure: session.secure,
        source,
        mail: await PostalMime.parse(source),
      });
      done();
    },
    ...options,
  });
  // Clients that hang up in the middle are what some tests are about.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  atEnd(scope, () => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    port: (server.server.address() as AddressInfo).port,
    delivered,
    connections: () => connections,
    open: () => server.connections.size,
  };
}
