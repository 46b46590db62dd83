import { type FileHandle, open } from 'node:fs/promises';
import type { Progress } from '../kernel/progress.ts';
import { importAudited } from '../moving/audited-import.ts';
import { customerKind } from '../moving/customers.ts';
import { bytesOf, sizeOf } from '../moving/file-bytes.ts';
import type { Counts, Kind, Report } from '../moving/import.ts';
import { type Decryption, decryptFile } from '../moving/pgp.ts';
import { fingerprintOf } from '../moving/pgp-keys.ts';
import { planKind } from '../moving/plans.ts';
import { type Format, formats, readRows } from '../moving/read-rows.ts';
import { subscriptionKind } from '../moving/subscriptions.ts';
import { tokenKind } from '../moving/tokens.ts';
import type { Business } from '../parties/businesses/business.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import type { World } from '../world.ts';
import { type Command, ExpectedError, FileError, type Sink, UsageError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { explainFileErrors, keyOfSender, ownKey } from './key-files.ts';
import { ofBusiness } from './names.ts';
import { showProgress } from './show-progress.ts';
import { oneOf, verbatim } from './values.ts';
import { flag, option, positional } from './words.ts';

const path = verbatim(4000);

const words = {
  file: positional('FILE', path),
  business: ofBusiness,
  format: option(formats.join('|'), oneOf(formats)),
  report: option('FILE', path),
  dryRun: flag,
};

const endings: Readonly<Record<string, Format>> = {
  csv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

/** As it is named, or by the ending of the file. */
function formatOf(file: string, given: Format | undefined): Format {
  const format =
    given ??
    endings[/\.(\w+)$/.exec(file.replace(/\.(?:pgp|gpg|asc)$/i, ''))?.[1]?.toLowerCase() ?? ''];
  if (!format)
    throw new UsageError(`the name ${file} says no format: add --format ${formats.join('|')}`);
  return format;
}

type Importing = {
  readonly file: string;
  readonly business: Business;
  readonly format: Format | undefined;
  readonly report: string | undefined;
  readonly dryRun: boolean;
};

/** How the file is encrypted; undefined: it is not. */
type Locked = Omit<Decryption, 'progress'> | undefined;

const mostShown = 20;

// biome-ignore lint/suspicious/noExplicitAny: each kind has columns of its own, and `importRows` reads them by it.
type AnyKind = Kind<any>;

async function run(
  world: World,
  noun: string,
  kind: AnyKind,
  given: Importing,
  { actor, err }: { readonly actor: string; readonly err: Sink },
  locked?: Locked,
) {
  const { file, business, report: reportFile, dryRun: isDry } = given;
  const format = formatOf(file, given.format);
  const own = atClockOf(world, business);
  const reports = reportFile === undefined ? undefined : await openNew(reportFile);
  const refused: Report[] = [];
  const progress = showProgress(`import ${noun}`, { to: err });
  const make = () =>
    importAudited(own, {
      business,
      kind,
      noun,
      actor,
      signedBy: locked?.sender && fingerprintOf(locked.sender),
      rows: readRows(contentsOf(file, locked, progress), format),
      isDry,
      async report(rows) {
        for (const one of rows) {
          if (one.outcome === 'refused' && refused.length < mostShown) refused.push(one);
        }
        await reports?.write(`${rows.map((one) => JSON.stringify(one)).join('\n')}\n`);
      },
    });
  const counts = await explainFileErrors(file, make).finally(async () => {
    progress.end();
    await reports?.close();
  });
  return {
    data: { ...counts, isDry, firstRefused: refused },
    text: textOf(counts, refused, isDry),
    code: counts.refused > 0 ? 1 : 0,
  };
}

async function* contentsOf(
  file: string,
  locked: Locked,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  if (locked) return yield* decryptFile(file, { ...locked, progress });
  progress.step('bytes of the file', 1, 1, await sizeOf(file));
  yield* bytesOf(file, progress);
}

function textOf(
  { created, joined, exists, refused }: Counts,
  first: readonly Report[],
  isDry: boolean,
): string {
  const begin = isDry ? 'Nothing was written. It would be' : 'Result';
  const joins = joined > 0 ? `, ${joined} joined to a customer without an id` : '';
  const sum = `${begin}: ${created} created${joins}, ${exists} there already, ${refused} refused.`;
  const lines = first.map(({ line, why }) => `line ${line}: ${why}`);
  const more = refused - first.length;
  if (more > 0) lines.push(`and ${more} more, which --report FILE lists`);
  return [sum, ...lines].join('\n');
}

/** A new file, readable by its owner alone. */
async function openNew(file: string): Promise<FileHandle> {
  return await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new FileError(`cannot write ${file}: ${error.code}`);
  });
}

const manner =
  '--dry-run checks every row and writes nothing. --report lists what became of each row. Run again, it continues: ' +
  'rows that are there already stay as they are. The exit code is 1 if a row was refused.';

function importCommand(noun: string, kind: AnyKind, doc: string): Command {
  return dataCommand({
    doc: `${doc} ${manner}`,
    words,
    check: ({ file, format }) => void formatOf(file, format),
    work: (world, given, actor, { err }) => run(world, noun, kind, given, { actor, err }),
  });
}

export const importCommands = {
  'import customers': importCommand(
    'customers',
    customerKind,
    'Imports customers from a CSV or NDJSON file; the column id becomes the external id.',
  ),
  'import plans': importCommand(
    'plans',
    planKind,
    'Imports plans from a CSV or NDJSON file; the column id becomes the code.',
  ),
  'import subscriptions': importCommand(
    'subscriptions',
    subscriptionKind,
    'Imports subscriptions that went on elsewhere from a CSV or NDJSON file, after customers, tokens and plans. Stop them ' +
      'there first: the next charge is made here.',
  ),
  'import tokens': dataCommand({
    doc:
      'Imports stored cards and bank accounts with their numbers, as a processor hands them over. A file that is encrypted ' +
      `with PGP needs --key with the private key; one of a live business must be encrypted. With --signed-by it must be ` +
      `signed with that public key. ${manner}`,
    words: {
      ...words,
      key: option('FILE', path),
      passphraseFile: option('FILE', path),
      signedBy: option('FILE', path),
    },
    check({ file, format, key, passphraseFile, signedBy }) {
      formatOf(file, format);
      const isLocked = passphraseFile !== undefined || signedBy !== undefined;
      if (isLocked && key === undefined)
        throw new UsageError('--passphrase-file and --signed-by go with --key');
    },
    async work(world, { key: keyFile, passphraseFile, signedBy, ...given }, actor, { err }) {
      const by = { actor, err };
      const { business } = given;
      const kind = tokenKind(business.environment);
      if (keyFile === undefined) {
        if (business.environment === 'sandbox') return await run(world, 'tokens', kind, given, by);
        throw new ExpectedError(
          'card numbers of a live business come in an encrypted file: add --key',
        );
      }
      const key = await ownKey(keyFile, passphraseFile);
      const sender = signedBy === undefined ? undefined : await keyOfSender(signedBy);
      const locked = { key, sender };
      return await run(world, 'tokens', kind, given, by, locked);
    },
  }),
} as const;
