import type { Secret } from '../base/secret.ts';
import type { Carriers, MailCarrier, TextCarrier } from './carrier.ts';
import { type Keep, sandboxMails, sandboxTexts } from './sandbox.ts';
import { smtpMails } from './smtp.ts';
import { smtpServerAt } from './smtp-server.ts';
import { twilioTexts } from './twilio.ts';

type Settings = {
  /** '' where none is set up. */
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
  readonly keep: Keep;
  readonly signalAfter: (ms: number) => AbortSignal;
};

/** Who carries what in each environment, as it is set. */
export function carriersFor(settings: Settings): Carriers {
  const { keep, sandboxTexts: texts, sandboxMail: mails } = settings;
  const twilio = twilioOf(settings);
  const smtp = smtpOf(settings);
  return {
    texts: { sandbox: texts === 'twilio' ? twilio : sandboxTexts(keep), live: twilio },
    mails: { sandbox: mails === 'smtp' ? smtp : sandboxMails(keep), live: smtp },
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
