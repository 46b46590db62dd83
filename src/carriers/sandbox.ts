import type { Mail, MailCarrier, Sent, Text, TextCarrier } from './carrier.ts';
import { fateOfMail, fateOfText } from './sandbox-fates.ts';

/** What reached a phone or a mailbox of the sandbox. */
export type Arrived = {
  readonly businessId: bigint;
  readonly channel: 'text' | 'mail';
  readonly reference: string;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string | undefined;
  readonly body: string;
  readonly html: string | undefined;
  readonly attachments: readonly string[];
};

/** Puts it where tests and people can read it. */
export type Keep = (arrived: Arrived) => Promise<void>;

/** The phones of all payers: what is sent to one is kept, unless its number was made to show something else. */
export function sandboxTexts(keep: Keep): TextCarrier {
  return {
    name: 'sandbox',
    async send(text) {
      const fate = fateOfText(text.to);
      if (fate === 'arrives' || fate === 'unknown') await keep(arrivedText(text));
      return answers[fate];
    },
    numbers: undefined,
    lookUp: undefined,
  };
}

/** Their mailboxes. */
export function sandboxMails(keep: Keep): MailCarrier {
  return {
    name: 'sandbox',
    async send(mail) {
      const fate = fateOfMail(mail.to);
      if (fate === 'arrives') await keep(arrivedMail(mail));
      return answers[fate];
    },
  };
}

const answers: Readonly<Record<ReturnType<typeof fateOfText>, Sent>> = {
  arrives: { outcome: 'accepted', carrierId: undefined, progress: 'delivered' },
  refused: { outcome: 'refused', code: 'refused_by_carrier' },
  not_sent: { outcome: 'not_sent', code: 'carrier_unreachable' },
  unknown: { outcome: 'unknown', code: 'no_answer' },
  // It was taken, and then the phone was off for too long.
  undelivered: { outcome: 'accepted', carrierId: undefined, progress: 'undelivered' },
};

function arrivedText({ businessId, reference, from, to, body }: Text): Arrived {
  return {
    businessId,
    channel: 'text',
    reference,
    sender: from,
    recipient: to,
    subject: undefined,
    body,
    html: undefined,
    attachments: [],
  };
}

function arrivedMail({
  businessId,
  messageId,
  from,
  to,
  subject,
  text,
  html,
  ...mail
}: Mail): Arrived {
  return {
    businessId,
    channel: 'mail',
    reference: messageId,
    sender: `${from.name} <${from.address}>`.slice(0, 500),
    recipient: to,
    subject,
    body: text,
    html,
    attachments: mail.attachments.map(({ name }) => name),
  };
}
