import { flaw, type Parsed, parsed } from '../../base/parsed.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { returnByHand } from '../../clearing/apply-by-hand.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { idWithin, needed, place, reason } from '../words.ts';

const notACode = flaw('malformed', 'must be the code of a return, as in R33');

function returnCode(text: string): Parsed<string> {
  return /^R\d\d$/.test(text) ? parsed(text) : notACode;
}

export const achReturn = houseCommand({
  doc: 'Books that a bank transfer came back, where a person decides: a code that is only kept, or no file told it.',
  words: {
    entry: place('BUSINESS/ENTRY', idWithin),
    code: needed('CODE', returnCode),
    reason: needed('TEXT', reason),
  },
  async work(world, { entry, code, reason: why }, actor) {
    const own = atClockOf(world, await businessNamed(world.db, entry.businessId));
    const applied = await returnByHand(own, { ...entry, code, actor, reason: why });
    const name = `${entry.businessId}/${entry.id}`;
    if (applied === undefined) throw new OperatorFault(`there is no entry ${name}`);
    if (applied === 'applied') {
      return { data: { entry: name, code }, text: `Entry ${name} is booked as returned: ${code}.` };
    }
    const refused = typeof applied === 'object' ? applied.stranger : whyNot[applied];
    throw new OperatorFault(`entry ${name} is not booked as returned: ${refused}`);
  },
});

const whyNot = {
  again: 'it is already',
  stored: 'it came back before, for another reason',
  not_yet: 'its file is just being sent',
} as const;
