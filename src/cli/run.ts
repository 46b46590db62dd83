import { describeSettings, readConfig, readSettings } from '../config.ts';
import { nearest } from '../kernel/nearest.ts';
import { version } from '../runtime/version.ts';
import { FileError, type Shell, say, type Terminal, UsageError } from './command.ts';
import { explain } from './explain.ts';
import { firstScreen } from './first-screen.ts';
import { commandNamed, exampleOf, familyOf, helpAbout, helpAll, usageText } from './help.ts';
import { commands } from './index.ts';
import { adviceFor, commandsMeantBy } from './meant.ts';
import { openInstallation } from './open-installation.ts';
import { didYouMean } from './words.ts';

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
  if (first !== undefined && ['--version', '-v', 'version'].includes(first)) {
    shell.print(`quittance ${version}`);
    return 0;
  }
  if (first === undefined || first === 'help' || words.some(asksForHelp)) {
    const about = words.filter((word, i) => !asksForHelp(word) && !(i === 0 && word === 'help'));
    shell.print(helpWith(about, first === 'help'));
    return 0;
  }
  const name = commandNamed(words);
  if (name === undefined) throw unknown(words);
  const rest = words.slice(name.split(' ').length);
  const command = commands[name]!;
  if (rest.length > 0 && !command.usage) throw new UsageError(noWords(name, rest, shell));
  try {
    const config = command.takesFaultySettings
      ? readSettings(shell.env).config
      : readConfig(shell.env);
    return (await command.run(config, rest, shell)) ?? 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const usage = `usage: ${usageText(name)}\nexample: ${exampleOf(name)}`;
    throw new UsageError(`${name}: ${error.message}\n${usage}`);
  }
}

function asksForHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function helpWith(about: readonly string[], isAsked: boolean): string {
  if (about.length === 0) return firstScreen();
  // `all` is a command too: its own help is `all --help`.
  if (isAsked && about.length === 1 && /^(?:--)?all$/.test(about[0]!)) return helpAll();
  const found = helpAbout(about);
  const [, second = '-'] = about;
  const isOfFamily = !second.startsWith('-') && commandNamed(about) === undefined;
  if (found === undefined || isOfFamily) throw unknown(about);
  return found;
}

/** Further words of a command that takes none are usually meant as settings. */
function noWords(name: string, [word = '', value = '']: readonly string[], { env }: Shell): string {
  const names = describeSettings(readSettings(env).config).map((one) => one.env);
  const [wanted = '', given = value] = word.replace(/^-+/, '').split('=');
  const setting = wanted.toUpperCase().replaceAll('-', '_');
  const [near] = names.includes(setting) ? [setting] : nearest(setting, names);
  const refused = `${name} takes no further words`;
  if (near === undefined) return refused;
  if (name === 'config') return `${refused}: it lists every setting, ${near} among them`;
  // Only a number is repeated: other values may be secret.
  const shown = `${near}=${/^\d+$/.test(given) ? given : 'VALUE'}`;
  return `${refused}: settings come from the environment, as in ${shown} quittance ${name}`;
}

/** Names the commands of that family, or the likely ones. */
function unknown(words: readonly string[]): UsageError {
  const [first = '', second = ''] = words;
  const advice = adviceFor(words);
  if (advice !== undefined) return new UsageError(advice);
  const family = familyOf(first);
  const meant = didYouMean(commandsMeantBy(first, second));
  if (family.length > 0) {
    const given = `${first} ${second}`.trim();
    const all = `There are: ${family.join(', ')}`;
    return new UsageError(`there is no command "${given}".${meant} ${all}`);
  }
  return new UsageError(`there is no command "${first}".${meant} quittance help all names all`);
}
