import { activate, declinedBefore } from '../../applications/activate.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { flag } from '../words.ts';
import { changed, changeWords } from './change.ts';

export const businessActivate = houseCommand({
  doc:
    'Switches payments on. An application that is still looked at has to be approved first; one that was ' +
    'declined stands in the way until there is another, or --despite-decline is said.',
  words: { ...changeWords, despiteDecline: flag },
  async work(world, { business, reason, despiteDecline }, actor) {
    return await changed(world, business, 'activated', async (id, own) => {
      const activation = { actor, reason, despiteDecline };
      return await activate(own, id, activation).catch((error) => {
        if (error.message !== declinedBefore) throw error;
        throw new OperatorFault(
          `the last application of business ${id} was declined: application submit hands in another, or --despite-decline is said`,
        );
      });
    });
  },
});
