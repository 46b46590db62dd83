import type {
  Mail,
  MailCarrier,
  Sent,
  Text,
  TextCarrier,
} from '../../../src/ports/carriers/carrier.ts';

/** A text, mail or call that reached the inbox of the sandbox. */
export type Arrived = {
  readonly businessId: bigint;
  /** A call: the phone that rang. */
  readonly channel: 'text' | 'mail' | 'call';
  readonly reference: string;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string | undefined;
  readonly body: string;
  readonly html: string | undefined;
  readonly attachments: readonly string[];
};

/** Puts it into the inbox, where tests and people can read it. */
export type Keep = (arrived: Arrived) => Promise<void>;

/** Carries texts into the inbox, but for the numbers that stand for another outcome. */
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
    calls: undefined,
  };
}

/** The same for mail. */
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

const answers: Readonly<Record<Fate, Sent>> = {
  arrives: { outcome: 'accepted', carrierId: undefined, progress: 'delivered' },
  refused: { outcome: 'refused', code: 'refused_by_carrier' },
  not_sent: { outcome: 'not_sent', code: 'carrier_unreachable' },
  unknown: { outcome: 'unknown', code: 'no_answer' },
  // The carrier accepted it, and the phone was off for too long.
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
    attachments: mail.attachments
      .filter(({ contentId }) => contentId === undefined)
      .map(({ name }) => name),
  };
}

type Fate = 'arrives' | 'refused' | 'not_sent' | 'unknown' | 'undelivered';

/**
 * Numbers that nobody can own, one range for every outcome of a text: the last four digits behind the exchange 555,
 * under any area code. The numbers below them stand for kinds of phones.
 */
export const textFates: readonly {
  readonly from: string;
  readonly to: string;
  readonly fate: Fate;
}[] = [
  { from: '0170', to: '0174', fate: 'refused' },
  { from: '0175', to: '0179', fate: 'not_sent' },
  { from: '0180', to: '0184', fate: 'unknown' },
  { from: '0185', to: '0189', fate: 'undelivered' },
];

/** The same for mail, by the beginning of the address. */
const mailFates: readonly { readonly begins: string; readonly fate: Fate }[] = [
  { begins: 'refused@', fate: 'refused' },
  { begins: 'unreachable@', fate: 'not_sent' },
  { begins: 'silent@', fate: 'unknown' },
];

function fateOfText(number: string): Fate {
  const line = number.slice(6);
  if (number.slice(3, 6) !== '555') return 'arrives';
  return textFates.find(({ from, to }) => from <= line && line <= to)?.fate ?? 'arrives';
}

function fateOfMail(address: string): Fate {
  return mailFates.find(({ begins }) => address.startsWith(begins))?.fate ?? 'arrives';
}
