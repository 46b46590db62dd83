import { readConfig } from '../config.ts';
import { nearest } from '../kernel/nearest.ts';
import { version } from '../kernel/version.ts';
import { FileError, type Shell, say, type Terminal, UsageError } from './command.ts';
import { explain } from './explain.ts';
import { commandNamed, familyOf, helpAbout } from './help.ts';
import { commands } from './index.ts';
import { openInstallation } from './open-installation.ts';

/** Former names of nouns, which still work. */
const formerNouns = new Map([['question', 'case']]);

/** Runs a command line to its exit code: an error is explained on standard error. */
export async function runCommandLine(
  given: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const shell: Shell = {
    open: (config, opening) => openInstallation(config, shell, opening),
    ...terminal,
    print: (text) => say(terminal.out, text),
    remark: (text) => say(terminal.err, text),
  };
  try {
    return await runCommand(given, shell);
  } catch (error) {
    shell.remark(`quittance: ${explain(error)}`);
    return error instanceof UsageError || error instanceof FileError ? 2 : 1;
  }
}

/** Runs the command of a command line, or prints the help; returns the exit code. */
async function runCommand(given: readonly string[], shell: Shell): Promise<number> {
  const words = given.map((word, i) =>
    i === 0 || given[0] === 'help' ? (formerNouns.get(word) ?? word) : word,
  );
  const [first] = words;
  if (first === '--version') {
    shell.print(`quittance ${version}`);
    return 0;
  }
  if (first === undefined || first === 'help' || words.some(asksForHelp)) {
    const about = words.filter((word, i) => !asksForHelp(word) && !(i === 0 && word === 'help'));
    shell.print(helpAbout(about));
    return 0;
  }
  const name = commandNamed(words);
  if (name === undefined) throw unknown(words);
  const rest = words.slice(name.split(' ').length);
  const command = commands[name]!;
  if (rest.length > 0 && !command.usage) throw new UsageError(`${name} takes no further words`);
  try {
    return (await command.run(readConfig(shell.env), rest, shell)) ?? 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${name}: ${error.message}\nusage: quittance ${name} ${command.usage}`);
  }
}

function asksForHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** Names what there is of that family, or what may have been meant. */
function unknown([first = '', second = '']: readonly string[]): UsageError {
  const all = Object.keys(commands);
  const family = familyOf(first);
  if (family.length > 0) {
    const given = `${first} ${second}`.trim();
    const near = meant(second === '' ? [] : nearest(given, family));
    return new UsageError(`there is no command "${given}".${near} There are: ${family.join(', ')}`);
  }
  const near = new Set([...nearest(`${first} ${second}`.trim(), all), ...nearest(first, all)]);
  return new UsageError(
    `there is no command "${first}".${meant([...near])} quittance help names all`,
  );
}

function meant(near: readonly string[]): string {
  return near.length > 0 ? ` Did you mean: ${near.join(', ')}?` : '';
}
