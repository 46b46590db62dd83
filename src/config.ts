import { carrierSettings, flawsInCarriers } from './base/carrier-settings.ts';
import { longestChargeMs } from './base/longest-charge.ts';
import {
  achOrigin,
  ConfigFault,
  httpAddress,
  namespace,
  offsetAccount,
  oneOf,
  path,
  postgresAddress,
  routingNumber,
  type Setting,
  setting,
  sftpAddress,
  wholeNumber,
  word,
} from './base/setting.ts';

/**
 * Every setting once: its environment variable, default, meaning and how it is read. `quittance config`
 * prints this table. Nothing else reads process.env.
 */
const settings = {
  host: setting('HOST', '127.0.0.1', word, 'Address to listen on.'),
  port: setting('PORT', '8080', wholeNumber(0, 65535), 'Port to listen on; 0 takes a free one.'),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    httpAddress,
    'Address under which callers reach the service, when it is not http://HOST:PORT.',
  ),
  soapNamespace: setting(
    'SOAP_NAMESPACE',
    'http://quittance.local/',
    namespace,
    'XML namespace of the SOAP interface; ends with a slash. Take over the one your callers have.',
  ),
  soapTestForm: setting(
    'SOAP_TEST_FORM',
    'sandbox',
    oneOf('sandbox', 'on', 'off'),
    'Whether the help page of Service.asmx offers to call operations; sandbox: unless the mode is live.',
  ),
  secretsInUrl: setting(
    'SECRETS_IN_URL',
    'sandbox',
    oneOf('sandbox', 'always', 'never'),
    'Whose calls may carry card, bank or personal data in the address (HTTP GET): those of sandbox businesses.',
  ),
  behindProxy: setting(
    'BEHIND_PROXY',
    'no',
    oneOf('no', 'yes'),
    "Whether a proxy in front sets X-Forwarded-For, -Proto and -Host: the caller's address and ours come from them.",
  ),
  mode: setting(
    'QUITTANCE_MODE',
    'sandbox',
    oneOf('sandbox', 'live'),
    'live refuses to start with keys it would have to make itself or a database that may lose commits.',
  ),
  dataFolder: setting(
    'QUITTANCE_DATA',
    './data',
    path,
    'Folder of the embedded database, the simulated bank and first-start.json.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    postgresAddress,
    'PostgreSQL to use instead of the embedded one (version 15 or later).',
    true,
  ),
  postgresBinaries: setting(
    'QUITTANCE_POSTGRES_BIN',
    '',
    word,
    'Folder with initdb and postgres to use instead of the packaged ones (version 15 or later).',
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    '16',
    wholeNumber(4, 500),
    'The most connections that one process opens to the database; one more is kept aside.',
  ),
  keysFile: setting(
    'QUITTANCE_KEYS',
    './keys.json',
    path,
    'File with the key-encryption keys of the vault; keep it outside the data folder and its backups.',
  ),
  keyText: setting(
    'QUITTANCE_KEK',
    '',
    word,
    'Key-encryption keys given directly, in place of the file: id:base64 and, behind a comma, older ones.',
    true,
  ),
  keyCommand: setting(
    'QUITTANCE_KEK_COMMAND',
    '',
    word,
    'Command that prints the contents of a keys file, in place of the file.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    oneOf('debug', 'info', 'warn', 'error'),
    'The least level that is logged; debug adds a line for every request.',
  ),
  requestsInFlight: setting(
    'REQUESTS_IN_FLIGHT',
    '2000',
    wholeNumber(1, 100_000),
    'Requests handled at once; the next one is answered 503 before anything is done.',
  ),
  requestsPerSecond: setting(
    'REQUESTS_PER_SECOND',
    '100',
    wholeNumber(1, 1_000_000),
    'Requests a second that one business may make where limits hold; bursts of twice as many.',
  ),
  badCredentialsPerMinute: setting(
    'BAD_CREDENTIALS_PER_MINUTE',
    '20',
    wholeNumber(1, 1_000_000),
    'Wrong credentials and unknown page addresses taken from one address in a minute, unknown tokens from one business, and wrong numbers for one payment.',
  ),
  batchRows: setting(
    'BATCH_ROWS',
    '256',
    wholeNumber(1, 10_000),
    'The most payments that share one statement and commit; 1 gives each its own.',
  ),
  batchLanes: setting(
    'BATCH_LANES',
    '1',
    wholeNumber(1, 100),
    'How many such statements of one kind may be under way at once.',
  ),
  processorTimeoutMs: setting(
    'PROCESSOR_TIMEOUT_MS',
    '20000',
    wholeNumber(100, 120_000),
    'How long a processor may take to answer before the outcome counts as unknown.',
  ),
  resolveAfterSeconds: setting(
    'RESOLVE_AFTER_SECONDS',
    '30',
    wholeNumber(1, 600),
    'When another process may look after a payment whose process fell silent.',
  ),
  simulatorUrl: setting(
    'SIMULATOR_URL',
    '',
    httpAddress,
    'Address of a simulated bank that was started by quittance simulate; empty: the one in this process.',
  ),
  simulatorDelayMs: setting(
    'SIMULATOR_DELAY_MS',
    '0',
    wholeNumber(0, 60_000),
    'How long the simulated bank takes to answer.',
  ),
  simulatorLateWindowSeconds: setting(
    'SIMULATOR_LATE_WINDOW_SECONDS',
    '120',
    wholeNumber(1, 3600),
    'How long after it was sent a request may still be carried out at the simulated bank.',
  ),
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
  ...carrierSettings,
  workerPollMs: setting(
    'WORKER_POLL_MS',
    '500',
    wholeNumber(10, 60_000),
    'How often the worker looks for jobs that are due.',
  ),
};

type Settings = typeof settings;
export type Config = {
  readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never;
};

export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const faults: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, { env: variable, default: otherwise, read }] of Object.entries(settings)) {
    const given = env[variable]?.trim();
    try {
      config[name] = read(given ? given : otherwise, variable);
    } catch (fault) {
      faults.push((fault as Error).message);
    }
  }
  if (longestChargeMs(config as Config) > (config as Config).resolveAfterSeconds * 1000) {
    faults.push(
      'RESOLVE_AFTER_SECONDS must be at least 5 seconds longer than PROCESSOR_TIMEOUT_MS',
    );
  }
  if (faults.length === 0) {
    faults.push(...flawsInAch(config as Config), ...flawsInCarriers(config as Config));
  }
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'));
  return config as Config;
}

/** What `quittance config` prints: one row per setting, never the value of a secret one. */
export function describeSettings(
  config: Config,
): { env: string; value: string; default: string; doc: string }[] {
  return (Object.keys(settings) as (keyof Settings)[]).map((name) => {
    const { env, default: otherwise, doc, secret } = settings[name] as Setting<unknown>;
    const value = config[name];
    const isSet = value !== undefined && value !== '';
    return { env, value: secret && isSet ? '(set)' : String(value ?? ''), default: otherwise, doc };
  });
}

/** What is set of live bank payments must be whole: half of it would be found out at the first cut-off. */
function flawsInAch(config: Config): string[] {
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
