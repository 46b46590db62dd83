import { userInfo } from 'node:os';
import type { Config } from '../config.ts';
import { connectionLost } from '../database/connect.ts';
import type { World } from '../world.ts';
import { type Command, OperatorFault, print, remark } from './command.ts';
import { toJson } from './layout.ts';
import { openHouse } from './open-house.ts';
import { flag, readWords, usageOf, type Wish, type Words } from './words.ts';

export type Answer = {
  /** The whole of standard output under --json. */
  readonly data: unknown;
  /** What a person reads instead. */
  readonly text: string;
  /** What of it --json has no place for: told on standard error there. */
  readonly beside?: string | undefined;
  /** 0, when left out. */
  readonly code?: number;
};

type Plan<W extends Words> = {
  readonly doc: string;
  readonly words: W;
  /** Rules between words; whoever breaks one throws, before anything is opened. */
  check?(wish: Wish<W>): void;
  work(world: World, wish: Wish<W>, actor: string): Promise<Answer>;
};

/** A command about what is stored. It may run beside the service, whose database it joins. */
export function houseCommand<W extends Words>({ doc, words, check, work }: Plan<W>): Command {
  const all = { ...words, json: flag };
  return {
    doc,
    usage: usageOf(all),
    async run(config: Config, given) {
      const wish = readWords(all, given) as Wish<W> & { readonly json: boolean };
      check?.(wish);
      const house = await openHouse(quieter(config), { say: remark });
      try {
        const { data, text, beside, code } = await work(house.world, wish, operator());
        print(wish.json ? toJson(data) : text);
        if (wish.json && beside) remark(beside);
        return code ?? 0;
      } catch (error) {
        throw connectionLost(error) ? new OperatorFault(databaseGone) : error;
      } finally {
        await house.close();
      }
    },
  };
}

/** What a service logs of its start is no news to whoever asks one question. */
function quieter(config: Config): Config {
  return config.logLevel === 'info' ? { ...config, logLevel: 'warn' } : config;
}

const databaseGone =
  'the database went away meanwhile: look whether it was done, or run the command again';

/** Who sits at the keyboard, as far as the machine knows. */
export function operator(): string {
  try {
    return `operator:${userInfo().username}`.slice(0, 100);
  } catch {
    return 'operator';
  }
}
