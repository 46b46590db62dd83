import { parseArgs } from 'node:util';
import { nearest } from '../kernel/nearest.ts';
import { type Parsed, parsed } from '../kernel/parsed.ts';
import type { Sql } from '../runtime/sql.ts';
import { UsageError } from './command.ts';

/** One word of a command: how the help writes it and how it is read. */
export type Word<Typed, Value = Typed> = {
  readonly kind: 'positional' | 'option' | 'flag';
  /** As the help writes its value. */
  readonly shape: string;
  readonly isRequired: boolean;
  /** One letter by which an option or flag may be given too. */
  readonly short?: string;
  /** Its value when it is left out. */
  readonly otherwise?: NonNullable<Typed>;
  /** It names an object of a business, or a file that may also be of the platform. */
  readonly names?: 'object' | 'object or file of the platform';
  read(text: string): Parsed<Typed>;
  /** Finds its object in the database. `businessId` is the value of --business, if it is given. */
  find?(sql: Sql, typed: NonNullable<Typed>, businessId: bigint | undefined): Promise<Value>;
};

export type Words = Readonly<Record<string, Word<unknown, unknown>>>;
/** The words of one call, as they were typed. */
export type Typed<W extends Words> = {
  readonly [K in keyof W]: W[K] extends Word<infer T, infer _> ? T : never;
};
/** The same with everything found that they name. */
export type Options<W extends Words> = {
  readonly [K in keyof W]: W[K] extends Word<infer _, infer V> ? V : never;
};

export type Read<T> = (text: string) => Parsed<T>;

/** A word without a name; a command takes them in the order of its table. */
export function positional<T>(shape: string, read: Read<T>): Word<T> {
  return { kind: 'positional', shape, isRequired: true, read };
}

export function option<T>(shape: string, read: Read<T>): Word<T | undefined> {
  return { kind: 'option', shape, isRequired: false, read };
}

export function required<T>(shape: string, read: Read<T>): Word<T> {
  return { kind: 'option', shape, isRequired: true, read };
}

export const flag: Word<boolean> = {
  kind: 'flag',
  shape: '',
  isRequired: false,
  read: () => parsed(true),
};

/** The words after the name of a command, as the help writes them. */
export function usageOf(words: Words): string {
  return Object.entries(words)
    .map(([name, { kind, shape, isRequired }]) => {
      if (kind === 'positional') return isRequired ? shape : `[${shape}]`;
      const text = kind === 'flag' ? dashed(name) : `${dashed(name)} ${shape}`;
      return isRequired ? text : `[${text}]`;
    })
    .join(' ');
}

/**
 * Reads all words before anything is opened; the error names the first that is wrong, or all that are missing.
 * `tooMany` says what is wrong with a word that no positional takes.
 */
export function readWords<W extends Words>(
  words: W,
  given: readonly string[],
  tooMany: (word: string) => string = (word) => `one word too many: "${word}"`,
): Typed<W> {
  const { values, positionals } = split(words, given);
  const typed: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const [name, { kind, shape, isRequired, otherwise, read }] of Object.entries(words)) {
    const text = kind === 'positional' ? positionals.shift() : values[dashed(name).slice(2)];
    const title = kind === 'positional' ? shape : dashed(name);
    if (kind === 'flag') typed[name] = text === true;
    else if (typeof text === 'string' && text.trim() !== '') {
      const value = read(text.trim());
      if (!value.ok) throw new UsageError(`${title} ${value.rule}`);
      typed[name] = value.value;
    } else if (text === undefined && otherwise !== undefined) typed[name] = otherwise;
    else if (isRequired || text !== undefined) missing.push(title);
  }
  if (missing.length > 0) throw new UsageError(missingText(missing));
  if (positionals.length > 0) throw new UsageError(tooMany(positionals[0]!));
  return typed as Typed<W>;
}

function missingText(titles: readonly string[]): string {
  const verb = titles.length === 1 ? 'is' : 'are';
  return `${new Intl.ListFormat('en').format(titles)} ${verb} missing`;
}

function split(words: Words, given: readonly string[]) {
  const named = Object.entries(words).filter(([, { kind }]) => kind !== 'positional');
  const options = Object.fromEntries(
    named.map(([name, { kind, short }]) => {
      const type = kind === 'flag' ? ('boolean' as const) : ('string' as const);
      return [dashed(name).slice(2), { type, ...(short && { short }) }];
    }),
  );
  try {
    return parseArgs({
      args: withNegatives(named, given),
      options,
      allowPositionals: true,
    });
  } catch (error) {
    const fault = error as Error;
    const says = unknownOption(fault, Object.keys(options)) ?? valueFault(fault, named);
    throw new UsageError(says ?? fault.message);
  }
}

type Named = readonly (readonly [name: string, word: Words[string]])[];

/** A number below zero is the value of the option before it, which says what it takes. */
function withNegatives(named: Named, given: readonly string[]): string[] {
  const options = named.filter(([, { kind }]) => kind === 'option');
  const long = new Set(options.map(([name]) => dashed(name)));
  const short = new Set(options.flatMap(([, word]) => (word.short ? `-${word.short}` : [])));
  const all: string[] = [];
  for (const word of given) {
    const before = all.at(-1) ?? '';
    const isNegative = /^-\d/.test(word);
    if (isNegative && long.has(before)) all.splice(-1, 1, `${before}=${word}`);
    else if (isNegative && short.has(before)) all.splice(-1, 1, before + word);
    else all.push(word);
  }
  return all;
}

/** An option without its value, or a flag with one. */
function valueFault({ code, message }: NodeJS.ErrnoException, named: Named): string | undefined {
  const [given] =
    (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && /--[\w-]+/.exec(message)) || [];
  const word = named.find(([name]) => dashed(name) === given)?.[1];
  if (!word) return undefined;
  if (word.kind === 'flag') return `${given} takes no value`;
  const dash = message.includes('ambiguous') ? `; one that begins with - is ${given}=VALUE` : '';
  return `${given} needs a value: ${word.shape.replaceAll('|', ' or ')}${dash}`;
}

/** A sentence for the end of an error; nothing if no name is near. */
export function didYouMean(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean: ${names.join(', ')}?` : '';
}

/** Names the options that were probably meant. */
function unknownOption(
  { code, message }: NodeJS.ErrnoException,
  names: readonly string[],
): string | undefined {
  const given = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && /'(-[^']*)'/.exec(message)?.[1];
  if (!given) return undefined;
  if (given === '--business' && names.includes('profile')) {
    return 'there is no option --business: the business is that of the key, and --profile names another';
  }
  const near = nearest(given.replace(/^-+/, ''), names).map((name) => `--${name}`);
  return `there is no option ${given}.${didYouMean(near)}`;
}

/** `externalId` is `--external-id`. */
function dashed(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
