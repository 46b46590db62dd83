import { countOthers } from '../../database/others.ts';
import { highestId, skipIds } from '../../database/skip-ids.ts';
import { platform, recordAct } from '../../trail/trail.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { option, wholeNumber } from '../words.ts';

/** More than a busy business uses up in days; of the 9,000,000,000 that each has, little enough. */
const usualSkip = 10_000_000;
const siteSkip = 10_000;
const lastId = 9_000_000_000n;

export const databaseRestored = houseCommand({
  doc:
    'After a restore to an older state, before a service starts on it: moves all numbers on, so that none of the lost ' +
    `time is given out again, by ${usualSkip} in each business unless --by says otherwise, and tells what else to do.`,
  words: { by: option('N', wholeNumber(1, 999_999_999)) },
  async work({ db, now }, { by = usualSkip }, actor) {
    const others = await countOthers(db);
    if (others > 0n) {
      throw new OperatorFault(
        `somebody is still at work on this database (connections: ${others}): stop all services and commands first`,
      );
    }
    const highest = await highestId(db);
    if (highest + BigInt(by) >= lastId) {
      throw new OperatorFault(
        `a business is at number ${highest}, and ${lastId} is the last: say less with --by`,
      );
    }
    const { businesses } = await skipIds(db, { by, sites: siteSkip });
    const facts = { by, sites: siteSkip, businesses };
    const act = { actor, act: 'database.restored', object: 'database', facts, at: now() };
    await db.begin((tx) => recordAct(tx, { businessId: platform, ...act }));
    return { data: facts, text: whatElse(by, businesses) };
  },
});

function whatElse(by: number, businesses: number): string {
  return `Moved on by ${by}: the numbers of ${businesses} businesses; by ${siteSkip}: those of new businesses.

What happened after the copy was made is not in this database. Before a service starts on it:

1. Run quittance reconcile. charge_unknown and followup_unknown name what the bank did in the lost time and nobody
   here knows of: settle it with the bank, or give it back there. It stays in that list. Of a payment that
   followup_unknown names, let the bank do whatever else is to be done: the next follow-up here would bear the name of
   the lost one, and be answered with what became of that.
2. Compare ach files with what the bank has. Entries that went out in the lost time wait here to be sent again: take
   them out with payment void. Files of the same day would have letters and trace numbers that the bank has met.
3. Look at subscription list. A period whose charge was lost is charged again: quittance subscription pause holds
   one back.
4. Know that whatever waited when the copy was made is sent again: texts, mails, webhooks, ACH files.
5. Run quittance audit verify, and tell callers: an order of the lost time that they send again is charged again.`;
}
