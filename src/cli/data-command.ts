import { userInfo } from 'node:os';
import { connectionLost } from '#embedded-postgres';
import type { Config } from '../config.ts';
import type { World } from '../world.ts';
import { type Command, ExpectedError, type Shell } from './command.ts';
import { type Facts, page, toJson } from './layout.ts';
import { findNamed, refuseWithoutBusiness, withBusiness } from './names.ts';
import { readProfiles } from './profile-file.ts';
import { flag, type Options, readWords, type Typed, usageOf, type Words } from './words.ts';

/** The output of a command. */
export type Output = {
  /** The whole of standard output under --json. */
  readonly data: unknown;
  /** The text that a person reads instead. */
  readonly text: string;
  /** A remark on it: under --json it goes to standard error. */
  readonly beside?: string | undefined;
  /** The exit code; 0 when left out. */
  readonly code?: number;
};

type Plan<W extends Words> = {
  readonly doc: string;
  readonly words: W;
  /** True if it runs without the keys of the vault, too. */
  readonly needsNoKeys?: boolean;
  /** Rules between words, checked before anything is opened. */
  check?(typed: Typed<W>): void;
  work(world: World, options: Options<W>, actor: string, shell: Shell): Promise<Output>;
};

/** A command on stored data. It may run beside the service, whose database it joins. */
export function dataCommand<W extends Words>(plan: Plan<W>): Command {
  const { doc, words, needsNoKeys: mayBeShut = false, check, work } = plan;
  const all = { ...withBusiness(words), json: flag };
  return {
    doc,
    usage: usageOf(all),
    async run(config, given, shell) {
      const typed: Typed<typeof all> = readWords(all, await withDefaultBusiness(all, given, shell));
      refuseWithoutBusiness(all, typed);
      check?.(typed);
      const installation = await shell.open(quieter(config), { say: shell.remark, mayBeShut });
      try {
        const { world } = installation;
        const options = await findNamed(world.db, all, typed);
        const { data, text, beside, code } = await work(world, options, operator(), shell);
        shell.print(options.json ? toJson(data) : text);
        if (options.json && beside) shell.remark(beside);
        return code ?? 0;
      } catch (error) {
        throw connectionLost(error) ? new ExpectedError(databaseGone) : error;
      } finally {
        await installation.close();
      }
    },
  };
}

type ShowPlan<W extends Words, Thing> = Pick<Plan<W>, 'doc' | 'words' | 'needsNoKeys' | 'check'> & {
  read(world: World, options: Options<W>): Promise<Thing>;
  /** The text for a person, under headings. */
  parts(thing: Thing): Readonly<Record<string, string | Facts>>;
  /** The data for a program; undefined: all. */
  json?(thing: Thing): unknown;
};

/** A command that shows one thing. */
export function show<W extends Words, Thing>({
  read,
  parts,
  json = (thing) => thing,
  ...plan
}: ShowPlan<W, Thing>): Command {
  return dataCommand({
    ...plan,
    async work(world, options) {
      const thing = await read(world, options);
      return { data: json(thing), text: page(parts(thing)) };
    },
  });
}

/** If a required --business is left out, the profile in use supplies it. */
async function withDefaultBusiness(
  { business: word }: Words,
  given: readonly string[],
  shell: Shell,
): Promise<readonly string[]> {
  const isLeftOut = word?.kind === 'option' && word.isRequired && !given.some(namesBusiness);
  if (!isLeftOut) return given;
  const { current, profiles } = await readProfiles(shell);
  const business = profiles[current]?.business;
  if (business === undefined) return given;
  shell.remark(`This is about business ${business}, of profile ${current}.`);
  return ['--business', business, ...given];
}

function namesBusiness(word: string): boolean {
  return word === '--business' || word.startsWith('--business=');
}

/** A command writes only warnings to its log: the messages of a start are of no use here. */
function quieter(config: Config): Config {
  return config.logLevel === 'info' ? { ...config, logLevel: 'warn' } : config;
}

const databaseGone =
  'the connection to the database was lost: check whether the work was done, or run the command again';

/** The actor in the audit log. */
export function operator(): string {
  try {
    return `operator:${userInfo().username}`.slice(0, 100);
  } catch {
    return 'operator';
  }
}
