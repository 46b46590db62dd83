import { showAddress } from '../../pay-links/show-address.ts';
import { houseCommand } from '../house-command.ts';
import { facts } from '../layout.ts';
import { link, linkNamed } from './named.ts';

export const payLinkAddress = houseCommand({
  doc: 'Shows the address of a pay link, for its payer; the audit trail says so.',
  words: { link },
  async work(given, { link: key }, actor) {
    const { world, found } = await linkNamed(given, key);
    const address = await showAddress(world, found, actor);
    const name = `${key.businessId}/${key.id}`;
    return {
      data: { link: name, address },
      text: facts({ link: name, stage: found.stage, address }),
    };
  },
});
