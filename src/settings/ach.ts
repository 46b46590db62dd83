import {
  achOrigin,
  offsetAccount,
  oneOf,
  routingNumber,
  type Setting,
  setting,
  sftpAddress,
  word,
} from './setting.ts';

/** The settings of src/config.ts for the way of bank payments to the bank. */
export const achSettings = {
  achFolder: setting(
    'ACH_FOLDER',
    '',
    word,
    'Folder with the files to and from the bank, unless ACH_SFTP is set; ach in the data folder when not set.',
  ),
  achSftp: setting(
    'ACH_SFTP',
    '',
    sftpAddress,
    "The bank's server for live files: sftp://user@host:port/folder, with outbox, inbox and read in it.",
  ),
  achSftpKey: setting('ACH_SFTP_KEY', '', word, 'File with the private key that the bank knows.'),
  achSftpKnownHosts: setting(
    'ACH_SFTP_KNOWN_HOSTS',
    '',
    word,
    "File with the host key of the bank's server, as OpenSSH writes it; no other is trusted.",
  ),
  achOdfi: setting(
    'ACH_ODFI',
    '',
    routingNumber,
    'Routing number of the bank that sends live entries; without it none are sent.',
  ),
  achDestination: setting(
    'ACH_DESTINATION',
    '',
    routingNumber,
    'Routing number of who receives the files, when it is not the bank of ACH_ODFI.',
  ),
  achDestinationName: setting(
    'ACH_DESTINATION_NAME',
    '',
    word,
    'Name of who receives the files; the bank says it.',
  ),
  achOrigin: setting(
    'ACH_ORIGIN',
    '',
    achOrigin,
    'The number that the bank has given to who sends the files: nine or ten characters.',
  ),
  achOriginName: setting('ACH_ORIGIN_NAME', '', word, 'Name of who sends the files.'),
  achBalanced: setting(
    'ACH_BALANCED',
    'no',
    oneOf('no', 'yes'),
    'Whether each batch carries an entry for the other side; the bank says which it wants.',
  ),
  achOffsetAccount: setting(
    'ACH_OFFSET_ACCOUNT',
    '',
    offsetAccount,
    'The account for that: checking or savings, routing number and account number, with colons between.',
    true,
  ),
};

type Settings = typeof achSettings;
type Config = {
  readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never;
};

/** The settings of live bank payments must be complete: otherwise the first cut-off would fail. */
export function flawsInAch(config: Config): string[] {
  const { achOdfi, achOrigin, achOriginName, achDestinationName, achSftp } = config;
  const all = Boolean(achOdfi && achOrigin && achOriginName && achDestinationName);
  const any = Boolean(achOdfi || achOrigin || achSftp);
  const flaws = [];
  if (any && !all) {
    flaws.push('ACH_ODFI, ACH_ORIGIN, ACH_ORIGIN_NAME and ACH_DESTINATION_NAME go together');
  }
  if (achSftp && !(config.achSftpKey && config.achSftpKnownHosts)) {
    flaws.push('ACH_SFTP needs ACH_SFTP_KEY and ACH_SFTP_KNOWN_HOSTS');
  }
  if (config.achBalanced === 'yes' && !config.achOffsetAccount) {
    flaws.push('ACH_BALANCED needs ACH_OFFSET_ACCOUNT');
  }
  return flaws;
}
