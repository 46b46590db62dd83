import { DatabaseError } from '#embedded-postgres';
import { readConfig } from '../config.ts';
import { nearest } from '../kernel/nearest.ts';
import { Refusal } from '../kernel/refusal.ts';
import { ConfigFault } from '../kernel/setting.ts';
import { version } from '../kernel/version.ts';
import { VaultError } from '../ports/vault/vault-error.ts';
import { ExpectedError, FileError, print, UsageError } from './command.ts';
import { commands } from './index.ts';

/** Former names of nouns, which still work. */
const formerNouns = new Map([['question', 'case']]);

/** Runs the command of a command line, or prints the help; returns the exit code. */
export async function runCommand(given: readonly string[]): Promise<number> {
  const words = given.map((word, i) =>
    i === 0 || given[0] === 'help' ? (formerNouns.get(word) ?? word) : word,
  );
  const [first] = words;
  if (first === '--version') {
    print(`quittance ${version}`);
    return 0;
  }
  if (first === undefined || first === 'help' || words.some(asksForHelp)) {
    const about = words.filter((word, i) => !asksForHelp(word) && !(i === 0 && word === 'help'));
    print(helpAbout(about));
    return 0;
  }
  const name = commandNamed(words);
  if (name === undefined) throw unknown(words);
  const rest = words.slice(name.split(' ').length);
  const command = commands[name]!;
  if (rest.length > 0 && !command.usage) throw new UsageError(`${name} takes no further words`);
  try {
    return (await command.run(readConfig(), rest)) ?? 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${name}: ${error.message}\nusage: quittance ${name} ${command.usage}`);
  }
}

function commandNamed(words: readonly string[]): string | undefined {
  return [2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((one) => Object.hasOwn(commands, one));
}

function asksForHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** An expected error is its message; any other is printed with its stack. */
export function explain(error: unknown): string {
  const isPlain =
    error instanceof ExpectedError ||
    error instanceof DatabaseError ||
    error instanceof ConfigFault ||
    error instanceof VaultError ||
    error instanceof Refusal;
  if (isPlain) return error.message;
  return unusable(error) ?? String((error as Error)?.stack ?? error);
}

/** A folder or file that the machine does not let us use: its name and why, where no command knew better. */
function unusable(error: unknown): string | undefined {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  const why = reasons[code];
  return why !== undefined && path !== undefined
    ? `cannot use ${path}: ${why} (${code})`
    : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

export function exitCodeOf(error: unknown): number {
  return error instanceof UsageError || error instanceof FileError ? 2 : 1;
}

/** Names what there is of that family, or what may have been meant. */
function unknown([first = '', second = '']: readonly string[]): UsageError {
  const all = Object.keys(commands);
  const family = familyOf(first);
  if (family.length > 0) {
    const given = `${first} ${second}`.trim();
    return new UsageError(`there is no command "${given}". There are: ${family.join(', ')}`);
  }
  const near = new Set([...nearest(`${first} ${second}`.trim(), all), ...nearest(first, all)]);
  const meant = near.size > 0 ? ` Did you mean: ${[...near].join(', ')}?` : '';
  return new UsageError(`there is no command "${first}".${meant} quittance help names all`);
}

function familyOf(first: string): string[] {
  return Object.keys(commands).filter((name) => name.startsWith(`${first} `));
}

/** One command, or all of that name: `business`. */
function helpAbout(words: readonly string[]): string {
  const name = commandNamed(words);
  if (name !== undefined) return describe(name);
  const family = familyOf(words[0] ?? '');
  return family.length > 0 ? family.map(describe).join('\n') : help();
}

const beginning = `quittance <command>

quittance all starts the service, as npm start does; quittance help NAME shows one command, or all that begin with
that word; quittance --version says which version this is. BUSINESS/ID, as in 100002/17, may be
written as ID beside --business in every command.`;

export function help(): string {
  const lines = Object.keys(commands).map(describe);
  return `${beginning}\n\n${lines.join('\n')}\n\nSettings come from the environment: quittance config`;
}

function describe(name: string): string {
  const { usage, doc } = commands[name]!;
  return `  ${usage ? `${name} ${usage}` : name}\n      ${doc}`;
}
