import { setLimits } from '../businesses/store.ts';
import { type Command, OperatorFault, print } from './command.ts';
import { openHouse } from './open-house.ts';

export const businessLimits: Command = {
  doc: 'Switches rate and velocity limits on or off for a sandbox business.',
  usage: '<SalesSiteID> on|off',
  async run(config, [id = '', wish = '']) {
    if (!/^\d{1,18}$/.test(id) || (wish !== 'on' && wish !== 'off')) {
      throw new OperatorFault('business limits needs a SalesSiteID and then on or off');
    }
    const house = await openHouse(config);
    try {
      const isThere = await setLimits(house.world.db, BigInt(id), wish === 'on');
      if (!isThere) throw new OperatorFault(`there is no business ${id}`);
      print(`Limits of business ${id} are ${wish}. A live business has them always.`);
      return undefined;
    } finally {
      await house.close();
    }
  },
};
