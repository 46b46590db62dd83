import { realTimeBans } from './real-time.ts';
import { type Exceptions, type Finding, isExcepted, type Rule } from './rule.ts';
import type { Source } from './source.ts';
import { statementBans } from './statements.ts';
import { stateBans } from './states.ts';
import { isTest } from './tree.ts';

export type Ban = {
  readonly name: string;
  readonly words: RegExp;
  /** Where to look: in the code alone, inside quotes, or everywhere. */
  readonly within: 'code' | 'quotes' | 'text';
  readonly files: (path: string) => boolean;
  /** Where it is right all the same, and why. */
  readonly except: Exceptions;
  readonly instead: string;
};

const shipped = (path: string) => /^(?:src|packages\/[^/]+\/src)\//.test(path) && !isTest(path);
const ours = (path: string) =>
  /^(?:src|packages\/[^/]+\/src|tools|bench)\//.test(path) && !isTest(path);
const written = () => true;

const realWorld = {
  'src/build-world.ts': 'builds the real world',
  'src/database/': 'runs the real database, whose time is the machine’s',
  'packages/embedded-postgres/': 'runs the real database, whose time is the machine’s',
};

export const bans: readonly Ban[] = [
  {
    name: 'the clock comes in',
    words:
      /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|\bperformance\.now\b|\bhrtime\b|\bTemporal\.Now\b/g,
    within: 'code',
    files: shipped,
    except: realWorld,
    instead: 'use world.now(), or take `now` as an argument',
  },
  {
    name: 'a connection reaches all businesses',
    words: /\btenants:\s*'all'/g,
    within: 'text',
    files: shipped,
    except: {
      'src/cli/open-database.ts': 'the operator and the worker; calls narrow it',
    },
    instead: 'name the businesses: `forTenants`',
  },
  {
    name: 'chance comes in',
    words: /\bMath\.random\b|\bimport\s(?!type)[^;]*\brandom(?:Bytes|UUID\w*|Int|FillSync)\b[^;]*/g,
    within: 'code',
    files: shipped,
    except: realWorld,
    instead: 'use world.randomBytes or world.uuid, or take them as an argument',
  },
  {
    name: 'waiting comes in',
    words: /\bset(?:Timeout|Interval)\b/g,
    within: 'code',
    files: shipped,
    except: {
      ...realWorld,
      'src/cli/start.ts': 'the process itself, which looks for new keys as long as it lives',
      'src/api/http/server.ts': 'how long sockets may linger at the end is real time',
      'src/api/http/fast-path.ts': 'how long a socket may be silent is real time',
      'src/runtime/live-events.ts': 'people listen in real time',
      'src/runtime/kept-answers.ts': 'leases of answers live by real time, and are extended in it',
    },
    instead: 'use world.sleep(), or write a job that is due later',
  },
  {
    name: 'what is outside is asked through the world',
    words: /(?<![.\w])fetch\s*\(|\bglobalThis\.fetch\b/g,
    within: 'code',
    files: shipped,
    except: {},
    instead: 'ask a processor of the world',
  },
  {
    name: 'settings stand in one place',
    words: /\bprocess\.env\b/g,
    within: 'code',
    files: shipped,
    except: {
      'src/main.ts': 'hands them to the command',
      'packages/embedded-postgres/src/cluster.ts': 'passes PATH on to the programs that it starts',
    },
    instead: 'add a setting to src/config.ts and read world.config',
  },
  {
    name: 'nothing is printed past the log',
    words: /\bconsole\.\w+|\bprocess\.std(?:in|out|err)\b/g,
    within: 'code',
    files: shipped,
    except: {
      'src/main.ts': 'hands them to the command',
    },
    instead: 'use world.log, or print() of the shell of a command where a person reads',
  },
  {
    name: 'a secret is revealed in the vault and at the processor only',
    words: /\.reveal\s*\(/g,
    within: 'code',
    files: ours,
    except: {
      'src/ports/vault/': 'seals and opens',
      'src/ports/processors/': 'hands it to whoever moves the money',
      'packages/sandbox/src/': 'moves the money of the sandbox',
      'src/ports/carriers/': 'shows who we are to whom the operator has an account with',
      'src/runtime/http-out/': 'signs with it, and shows it to the receiver whose it is',
      'src/cli/webhooks.ts': 'shows it to the operator, and the audit log says so',
      'src/api/v1/resources/webhook-endpoints.ts':
        'shows a new secret once to the business that verifies posts by it',
      'src/ach/files/contents.ts': 'writes it into the file for the bank that moves the money',
      'src/ach/validation/ask-hooks.ts': 'posts it to the service that the operator set for this',
      'src/cli/account-validation.ts':
        'shows a new secret to the operator, and the audit log says so',
      'src/moving/numbers/number-rows.ts': 'writes it into what is encrypted for the receiver',
    },
    instead: 'pass the Secret on as it is; the vault and the processors open it',
  },
  {
    name: 'a stored secret is opened only where that is written down',
    words: /\bvault\s*\.\s*open(?:Many)?\s*\(/g,
    within: 'code',
    files: shipped,
    except: {
      'src/ports/vault/': 'opens it',
      'src/api/operations/source.ts': 'to charge it: counted by day and token',
      'src/invoicing/subscriptions/charge-due.ts': 'to charge it: counted by day and token',
      'src/api/operations/application-form.ts': 'number.opened in the audit log',
      'src/settlement/payout.ts': 'number.opened in the audit log',
      'src/ach/files/contents.ts': 'number.opened in the audit log',
      'src/moving/numbers/number-rows.ts':
        'number.opened in the audit log, and counted by day and token',
      'src/ach/returns/apply-corrected-owner.ts': 'number.opened in the audit log',
      'src/ach/validation/ask-hooks.ts': 'number.opened in the audit log',
      'src/backoffice/reconciliation/vault-check.ts':
        'number.opened in the audit log, by the command that runs it',
      'src/notify/webhooks/secrets.ts':
        'passwords and secrets of webhooks: deliveries are their record',
      'src/parties/sign-in/second-factor.ts':
        'the seed of codes: the session that it proves is in the audit log',
      'src/payments/accounts/account.ts':
        'the key of a gateway: the calls that it goes with are its record',
      'src/payments/accounts/connect-account.ts':
        'the passkey of a gateway: the connection that it makes is in the audit log',
      'src/payments/charge-with-fallback.ts':
        'the passkey of a gateway: the charge that it goes with is its record',
      'src/payments/processor-tokens.ts':
        'what a gateway calls a card: the call that it goes with is its record',
    },
    instead: 'write number.opened (records/audit-log.ts) first, and add the file to this list',
  },
  {
    name: 'time is a parameter of SQL',
    words:
      /\b(?:now|(?:clock|statement|transaction)_timestamp|timeofday)\s*\(|\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b/gi,
    within: 'quotes',
    files: shipped,
    except: { 'src/database/clock.ts': 'asks the database for its time, for world.now()' },
    instead: 'give the statement a parameter and pass world.now()',
  },
  {
    name: 'the audit log is written in one place',
    words:
      /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?audit_(?:trail|heads)\b/gi,
    within: 'quotes',
    files: ours,
    except: { 'src/records/audit-log.ts': 'appends' },
    instead:
      'call recordAct of src/records/audit-log.ts; nothing else touches what is written there',
  },
  ...stateBans,
  ...statementBans,
  ...realTimeBans,
  {
    name: 'rows are read through a description',
    words: /\.query\s*</g,
    within: 'code',
    files: (path) => path.startsWith('src/') && !isTest(path),
    except: { 'src/runtime/table.ts': 'reads and checks them' },
    instead: 'describe what the statement returns with table() or shape() and call its read()',
  },
  {
    name: 'the kernel computes, and reads nothing',
    words: /(?<='node:)(?!assert|net')[a-z_/]+(?=')/g,
    within: 'text',
    files: (path) => path.startsWith('src/kernel/') && !isTest(path),
    except: {},
    instead: 'move what reads files, sockets or the process to src/runtime/',
  },
  {
    name: 'no enum and no namespace',
    words: /\benum\s+\w+\s*\{|\b(?:namespace|module)\s+[\w.]+\s*\{/g,
    within: 'code',
    files: (path) => path.endsWith('.ts'),
    except: {},
    instead: 'list the words: `const states = [...] as const`; a file is a namespace already',
  },
  {
    name: 'nothing is put off in a comment',
    words: /\b(?:TODO|FIXME|XXX|HACK)\b/g,
    within: 'text',
    files: written,
    except: { 'test/tidy/': 'has to say the words' },
    instead: 'do it now, or open an issue and leave the code as it is right today',
  },
];

export const bannedWords: readonly Rule[] = bans.map((ban) => ({
  name: ban.name,
  *check(source): Iterable<Finding> {
    const { path } = source;
    if (!ban.files(path) || isExcepted(path, ban.except)) return;
    for (const { text, at } of lookedAt(source, ban)) {
      for (const { 0: word, index } of text.matchAll(ban.words)) {
        yield { at: at + index, what: `uses \`${shorten(word)}\`: ${ban.instead}` };
      }
    }
  },
}));

export function lookedAt(source: Source, { within }: Pick<Ban, 'within'>) {
  if (within === 'quotes') return source.strings;
  return [{ text: within === 'code' ? source.code : source.text, at: 0 }];
}

export function shorten(word: string): string {
  return word.replaceAll(/\s+/g, ' ').slice(0, 60).trim();
}
