import { gatewayNames } from './kernel/gateway-names.ts';
import { longestChargeMs } from './kernel/longest-charge.ts';
import { achSettings, flawsInAch } from './settings/ach.ts';
import { carrierSettings, flawsInCarriers } from './settings/carriers.ts';
import { metricsSettings } from './settings/metrics.ts';
import { type Environment, readEach } from './settings/read-settings.ts';
import { retentionSettings } from './settings/retention.ts';
import {
  ConfigFault,
  httpAddress,
  namespace,
  oneOf,
  path,
  postgresAddress,
  type Setting,
  setting,
  wholeNumber,
  word,
} from './settings/setting.ts';

/**
 * Every setting once: its environment variable, default, meaning and how it is read. `quittance config`
 * prints this table. `main.ts` hands in process.env, and nothing else reads it.
 */
const settings = {
  host: setting('HOST', '127.0.0.1', word, 'Address to listen on.'),
  port: setting('PORT', '8080', wholeNumber(0, 65535), 'Port to listen on; 0 takes a free one.'),
  ...metricsSettings,
  closingSeconds: setting(
    'CLOSING_SECONDS',
    '0',
    wholeNumber(0, 300),
    'How long a process that is to stop still takes requests while /readyz answers 503, so that a proxy sends it no more.',
  ),
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
  operatorName: setting(
    'OPERATOR_NAME',
    '',
    word,
    'Who runs this service, where that is somebody else than the businesses that are paid: the payment page names them as who takes card and account numbers. Empty: the business itself.',
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
  databaseUrl: {
    ...setting(
      'DATABASE_URL',
      '',
      postgresAddress,
      'PostgreSQL to use instead of the embedded one (version 15 or later). Set without a value it is refused.',
      true,
    ),
    ifBlank: 'the embedded database would start, with data of its own',
  },
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
    'The most connections that one process opens to the database; two more are kept apart.',
  ),
  databasePlans: setting(
    'DATABASE_PLANS',
    'generic',
    oneOf('generic', 'auto'),
    'How statements are planned. generic: once for all values. auto: as PostgreSQL decides, which a database spread over servers needs.',
  ),
  keysFile: setting(
    'QUITTANCE_KEYS',
    './keys.json',
    path,
    'File with the key-encryption keys of the vault; keep it outside the data folder and its backups.',
  ),
  keyText: {
    ...setting(
      'QUITTANCE_KEK',
      '',
      word,
      'Key-encryption keys given directly, in place of the file: id:base64 and, behind a comma, older ones. Set without a value it is refused.',
      true,
    ),
    ifBlank: 'the keys of QUITTANCE_KEYS would be used, or made',
  },
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
  logFileMb: setting(
    'LOG_FILE_MB',
    '50',
    wholeNumber(0, 100_000),
    'The most megabytes of the log that services keep in log/ of the data folder, in five files; 0: none, only standard error.',
  ),
  requestsInFlight: setting(
    'REQUESTS_IN_FLIGHT',
    '2000',
    wholeNumber(1, 100_000),
    'Requests handled at once; the next one is answered 503 before anything is done. Only whole requests count.',
  ),
  unfinishedRequests: setting(
    'UNFINISHED_REQUESTS',
    '5000',
    wholeNumber(1, 1_000_000),
    'Connections that wait for the rest of a request, or for the next one; beyond it the one that waits longest is dropped.',
  ),
  unfinishedPerAddress: setting(
    'UNFINISHED_REQUESTS_PER_ADDRESS',
    '500',
    wholeNumber(1, 1_000_000),
    'Unfinished requests of one address (IPv6: one /64 network); beyond it the one that takes longest is dropped.',
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
    'Wrong credentials and unknown page addresses taken from one address (in IPv6: one /64 network) in a minute, unknown tokens from one business, and wrong numbers for one payment.',
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
  batchesShare: setting(
    'BATCHES_SHARE',
    'on',
    oneOf('on', 'off'),
    'Whether payments that begin and payments that end share a commit.',
  ),
  processorTimeoutMs: setting(
    'PROCESSOR_TIMEOUT_MS',
    '20000',
    wholeNumber(100, 120_000),
    'How long a processor may take to answer before the outcome counts as unknown.',
  ),
  gatewayOfApplications: setting(
    'GATEWAY_OF_APPLICATIONS',
    'none',
    oneOf('none', ...gatewayNames),
    'The gateway whose credentials are in GatewayId and GatewayPasskey of applications: an activated business gets an account there; none: they are kept only.',
  ),
  gatewayDoublesPort: setting(
    'GATEWAY_DOUBLES_PORT',
    '0',
    wholeNumber(0, 65_000),
    'The first of the ports of this machine at which the service runs doubles of the gateways, for accounts of sandbox businesses (processor connect --double); 0: none.',
  ),
  gatewayConversationDays: setting(
    'GATEWAY_CONVERSATION_DAYS',
    '180',
    wholeNumber(1, 3650),
    'How long it is kept what a gateway was asked about a payment and what it answered, both without secrets.',
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
  ...achSettings,
  ...carrierSettings,
  ...retentionSettings,
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

export function readConfig(env: Environment): Config {
  const { config, faults } = readSettings(env);
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'));
  return config;
}

/** The same for a command that reports faulty settings: each has its default. */
export function readSettings(env: Environment): {
  readonly config: Config;
  readonly faults: readonly string[];
} {
  const { values, faults } = readEach(settings, env);
  const config = values as Config;
  if (longestChargeMs(config) > config.resolveAfterSeconds * 1000) {
    faults.push(
      'RESOLVE_AFTER_SECONDS must be at least 5 seconds longer than PROCESSOR_TIMEOUT_MS',
    );
  }
  if (faults.length === 0) {
    faults.push(...flawsInAch(config), ...flawsInCarriers(config));
  }
  return { config, faults };
}

/** The output of `quittance config`: one row per setting, never the value of a secret one. */
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
