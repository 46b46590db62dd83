import { switchFor } from '../../businesses/switches.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { id, oneOf, place } from '../words.ts';

export const businessLimits = houseCommand({
  doc: 'Switches rate and velocity limits on or off for a sandbox business; a live one always has them.',
  words: { business: place('ID', id), wish: place('on|off', oneOf(['on', 'off'])) },
  async work(world, { business, wish }, actor) {
    const isThere = await switchFor(world, business, 'limits', { on: wish === 'on', actor });
    if (!isThere) throw new OperatorFault(`there is no business ${business}`);
    const text = `Limits of business ${business} are ${wish}.`;
    return { data: { business, limits: wish }, text };
  },
});
