import {
  emailAddress,
  httpAddress,
  oneOf,
  type Setting,
  setting,
  smtpAddress,
  twilioAccount,
  wholeNumber,
  word,
} from './setting.ts';

/** The settings of src/config.ts for texts and mail. */
export const carrierSettings = {
  smtpUrl: setting(
    'SMTP_URL',
    '',
    smtpAddress,
    'Server that mail goes out by: smtps://user:password@host:465, or smtp:// and port 587 for STARTTLS.',
    true,
  ),
  smtpTls: setting(
    'SMTP_TLS',
    'required',
    oneOf('required', 'off'),
    'off: mail and password of smtp:// go over the network unencrypted. On this machine itself they always do.',
  ),
  mailFrom: setting(
    'MAIL_FROM',
    '',
    emailAddress,
    'Your address that mail comes from; what cannot be delivered comes back to it.',
  ),
  mailFromBusiness: setting(
    'MAIL_FROM_BUSINESS',
    'yes',
    oneOf('yes', 'no'),
    "no: MAIL_FROM stands in From and the business in Reply-To, where your server may not send for others' domains.",
  ),
  accountTeamEmail: setting(
    'ACCOUNT_TEAM_EMAIL',
    '',
    emailAddress,
    'Address of your account team, which hears of new applications and referred businesses by a digest.',
  ),
  accountTeamMinutes: setting(
    'ACCOUNT_TEAM_MINUTES',
    '15',
    wholeNumber(1, 1440),
    'How many minutes lie between two digests for the account team.',
  ),
  twilioAccount: setting(
    'TWILIO_ACCOUNT',
    '',
    twilioAccount,
    'SID of the account at Twilio that texts of live businesses go out by; without it none are sent.',
  ),
  twilioToken: setting('TWILIO_TOKEN', '', word, 'Its auth token.', true),
  twilioUrl: setting(
    'TWILIO_URL',
    'https://api.twilio.com',
    httpAddress,
    'Address of the REST API, where it is another one than Twilio’s own.',
  ),
  twilioLookupUrl: setting(
    'TWILIO_LOOKUP_URL',
    'https://lookups.twilio.com',
    httpAddress,
    'The same for Lookup, which says what kind of line a number is.',
  ),
  twilioNumbers: setting(
    'TWILIO_NUMBERS',
    'buy',
    oneOf('buy', 'none'),
    'buy: a number is bought for each new business that texts by Twilio; none: you give them theirs.',
  ),
  lookupsPerMinute: setting(
    'LOOKUPS_PER_MINUTE',
    '60',
    wholeNumber(1, 1_000_000),
    'Numbers a minute that Lookup is asked about for one business where limits hold; each costs money.',
  ),
  sandboxTexts: setting(
    'SANDBOX_TEXTS',
    'inbox',
    oneOf('inbox', 'twilio'),
    'Where texts of sandbox businesses go: inbox, where only you read them, or twilio to real phones.',
  ),
  sandboxMail: setting(
    'SANDBOX_MAIL',
    'inbox',
    oneOf('inbox', 'smtp'),
    'Where mail of sandbox businesses goes: inbox, where only you read it, or smtp to real mailboxes.',
  ),
};

type Settings = typeof carrierSettings;
type Config = { readonly publicUrl: string } & {
  readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never;
};

/** The settings must be complete: otherwise the first receipt would not arrive. */
export function flawsInCarriers(config: Config): string[] {
  const { smtpUrl, mailFrom, twilioAccount: account, twilioToken: token } = config;
  const flaws = [];
  if (Boolean(smtpUrl) !== Boolean(mailFrom)) flaws.push('SMTP_URL and MAIL_FROM go together');
  if (config.sandboxMail === 'smtp' && !smtpUrl) flaws.push('SANDBOX_MAIL=smtp needs SMTP_URL');
  if (Boolean(account) !== Boolean(token)) {
    flaws.push('TWILIO_ACCOUNT and TWILIO_TOKEN go together');
  }
  if (account && !config.publicUrl) {
    flaws.push('TWILIO_ACCOUNT needs PUBLIC_URL, under which Twilio reaches this service');
  }
  if (config.sandboxTexts === 'twilio' && !account) {
    flaws.push('SANDBOX_TEXTS=twilio needs TWILIO_ACCOUNT');
  }
  const { twilioUrl, twilioLookupUrl } = config;
  if (![twilioUrl, twilioLookupUrl].every(hidesTheToken)) {
    flaws.push('TWILIO_URL and TWILIO_LOOKUP_URL must begin with https://');
  }
  return flaws;
}

/** The token is sent with every call; on this machine nobody can listen in. */
function hidesTheToken(url: string): boolean {
  const address = URL.parse(url);
  return address?.protocol === 'https:' || isThisMachine(address?.hostname ?? '');
}

export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}
