import type { Secret } from '../../kernel/secret.ts';
import type { Carriers, MailCarrier, TextCarrier } from './carrier.ts';
import { smtpMails, smtpServerAt } from './smtp.ts';
import { twilioTexts } from './twilio.ts';

type Settings = {
  /** '' if none is set up. */
  readonly smtpUrl: string;
  readonly smtpTls: 'required' | 'off';
  readonly mailFrom: string;
  readonly twilioAccount: string;
  readonly twilioToken: Secret;
  readonly twilioUrl: string;
  readonly twilioLookupUrl: string;
  readonly twilioNumbers: 'buy' | 'none';
  readonly publicUrl: string;
  readonly sandboxTexts: 'inbox' | 'twilio';
  readonly sandboxMail: 'inbox' | 'smtp';
  /** Puts messages of the sandbox into its inbox. */
  readonly inbox: { readonly texts: TextCarrier; readonly mails: MailCarrier };
  readonly signalAfter: (ms: number) => AbortSignal;
};

/** The carriers of each environment, from the settings. */
export function carriersFor(settings: Settings): Carriers {
  const { inbox, sandboxTexts, sandboxMail } = settings;
  const twilio = twilioOf(settings);
  const smtp = smtpOf(settings);
  return {
    texts: { sandbox: sandboxTexts === 'twilio' ? twilio : inbox.texts, live: twilio },
    mails: { sandbox: sandboxMail === 'smtp' ? smtp : inbox.mails, live: smtp },
  };
}

export function closeCarriers({ mails }: Carriers): void {
  for (const carrier of new Set([mails.sandbox, mails.live])) carrier?.close?.();
}

function twilioOf(settings: Settings): TextCarrier | undefined {
  if (settings.twilioAccount === '') return undefined;
  return twilioTexts({
    account: settings.twilioAccount,
    token: settings.twilioToken,
    url: settings.twilioUrl,
    lookupUrl: settings.twilioLookupUrl,
    publicUrl: settings.publicUrl,
    buysNumbers: settings.twilioNumbers === 'buy',
    signalAfter: settings.signalAfter,
  });
}

function smtpOf({ smtpUrl, smtpTls, mailFrom, signalAfter }: Settings): MailCarrier | undefined {
  if (smtpUrl === '') return undefined;
  const server = smtpServerAt(smtpUrl);
  const requiresTls = smtpTls === 'required' && !server.isHere;
  return smtpMails({ server, envelopeSender: mailFrom, requiresTls, signalAfter });
}
