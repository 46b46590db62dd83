import { noBankAccount, switchPayouts } from '../../settlement/payouts.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { needed, oneOf, place, reason, verbatim } from '../words.ts';
import { changed } from './change.ts';

export const businessPayouts = houseCommand({
  doc:
    'Switches on or off that a business is paid out to the bank account of its application. Switched off and on ' +
    'again, it is paid out again after a deposit came back.',
  words: {
    business: place('ID|USERNAME', verbatim(100)),
    wish: place('on|off', oneOf(['on', 'off'])),
    reason: needed('TEXT', reason),
  },
  async work(world, { business: name, wish, reason: why }, actor) {
    const on = wish === 'on';
    return await changed(world, name, on ? 'paid out' : 'kept from payouts', async (id, own) =>
      switchPayouts(own, id, on, { actor, reason: why }).catch((error) => {
        if (error.message !== noBankAccount) throw error;
        throw new OperatorFault(
          `business ${id} has no approved application that tells its bank account: application submit hands one in`,
        );
      }),
    );
  },
});
