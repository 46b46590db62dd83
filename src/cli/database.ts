import { countOthers } from '../database/others.ts';
import { furthestSkip, highestId, skipIds, usualSkip } from '../database/skip-ids.ts';
import { platform, recordAct } from '../records/audit-log.ts';
import type { Database } from '../runtime/sql.ts';
import { type Command, ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { showProgress } from './show-progress.ts';
import { wholeNumber } from './values.ts';
import { option } from './words.ts';

const siteSkip = 10_000;
const lastId = 9_000_000_000n;

export const howFar = option('N', wholeNumber(1, furthestSkip));

type Restored = { readonly by: number; readonly sites: number; readonly businesses: number };
type Move = { readonly by: number | undefined; readonly actor: string; readonly at: Date };

/** So that none of the lost time is given out again. */
export async function moveNumbersOn(db: Database, move: Move): Promise<Restored> {
  const { by = usualSkip, actor, at } = move;
  const highest = await highestId(db);
  if (highest + BigInt(by) >= lastId) {
    throw new ExpectedError(
      `a business is at number ${highest}, and ${lastId} is the last: say less with --by`,
    );
  }
  const generations = Math.ceil(by / usualSkip);
  const { businesses } = await skipIds(db, { by, sites: siteSkip, generations, at });
  const facts = { by, sites: siteSkip, businesses };
  const act = { actor, act: 'database.restored', object: 'database', facts, at };
  await db.begin((tx) => recordAct(tx, { businessId: platform, ...act }));
  return facts;
}

/** The steps that remain for an operator once the numbers were moved on. */
export function remainingSteps({ by, businesses }: Restored): string {
  return `Moved on by ${by}: the numbers of ${businesses} businesses; by ${siteSkip}: those of new businesses.

What happened after the copy was made is not in this database. Before a service starts on it:

1. Run quittance reconcile. charge_unknown and followup_unknown name what the bank did in the lost time and nobody
   here knows of: settle it with the bank, or give it back there. It stays in that list.
2. Compare ach files with what the bank has. Entries that went out in the lost time wait here to be sent again: take
   them out with payment void.
3. Look at subscription list. A period whose charge was lost is charged again: quittance subscription pause holds
   one back.
4. Know that whatever waited when the copy was made is sent again: texts, mails, webhooks, ACH files.
5. Run quittance audit verify, and tell callers: an order of the lost time that they send again is charged again.`;
}

const migrateCommand: Command = {
  doc: 'Migrates the database to this version and ends.',
  async run(config, _, { open, print, err }) {
    const progress = showProgress('migrate', { to: err });
    const opening = open(config, { maySetUp: true, progress });
    const installation = await opening.finally(progress.end);
    await installation.close();
    print('The database is up to date.');
    return undefined;
  },
};

const restored = dataCommand({
  doc:
    'Run after a restore to an older state, before a service starts on it. Moves all numbers on, by ' +
    `${usualSkip} in each business unless --by says otherwise, so that no number of the lost time is used again, and says ` +
    'what else to do.',
  words: { by: howFar },
  async work({ db, now }, { by }, actor) {
    const others = await countOthers(db);
    if (others > 0n) {
      throw new ExpectedError(
        `somebody is still at work on this database (connections: ${others}): stop all services and commands first`,
      );
    }
    const facts = await moveNumbersOn(db, { by, actor, at: now() });
    return { data: facts, text: remainingSteps(facts) };
  },
});

export const databaseCommands = {
  migrate: migrateCommand,
  'database restored': restored,
} as const;
