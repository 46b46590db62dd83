import { openCase } from '../../../records/case-store.ts';
import type { World } from '../../../world.ts';
import { familyOf } from './judge.ts';
import type { Family, Level } from './limits.ts';
import type { Suspect, SuspectKind } from './suspect.ts';

/** A group of a suspect whose level rose, or whose stop ended because cards paid. */
export type News = { readonly suspect: string; readonly group: string; readonly level: Level };

const objectKinds = {
  caller: 'business',
  pages: 'business',
  link: 'pay_link',
  network: 'network',
} as const satisfies Record<SuspectKind, string>;

const signs: Readonly<Record<Family, string>> = {
  bin: 'many numbers of one bank were refused',
  small: 'many cards were refused for less than two dollars',
  guesses: 'many dates or codes were tried for single numbers',
  any: 'many different cards were refused',
  saved: 'many saved cards were refused',
};

/**
 * A line in the log for every level, and a case if people are refused or have to prove something. The score was
 * committed before: if the process dies in between, the suspect is stopped all the same and `risk list` shows it.
 */
export async function alertOperator(
  world: World,
  suspects: readonly Suspect[],
  news: readonly News[],
): Promise<void> {
  for (const { suspect: name, group, level } of news) {
    const suspect = suspects.find((one) => one.name === name);
    if (!suspect) continue;
    const { kind, businessId, objectId } = suspect;
    const reason = signs[familyOf(group)];
    if (level === 'none') {
      world.log.warn('card_testing.ended', { businessId, kind, objectId, reason });
      continue;
    }
    const write = level === 'slow' ? world.log.warn : world.log.error;
    write('card_testing.noticed', { businessId, kind, objectId, state: level, reason });
    const isForPerson = level === 'stop' || (level === 'prove' && kind === 'pages');
    if (!isForPerson) continue;
    await openCase(world, {
      businessId,
      kind: 'card_testing',
      object: { kind: objectKinds[kind], id: objectId },
      evidence: { suspect: name, group, level, sign: reason },
    });
  }
}
