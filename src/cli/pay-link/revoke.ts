import { Refusal } from '../../base/refusal.ts';
import { revokeLink } from '../../pay-links/end-links.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { link, linkNamed } from './named.ts';

export const payLinkRevoke = houseCommand({
  doc: 'Takes a pay link back, with its invoice and the text that waits; what is paid, or being paid, stays.',
  words: { link },
  async work(given, { link: key }, actor) {
    const { world, found } = await linkNamed(given, key);
    const name = `${key.businessId}/${key.id}`;
    try {
      await revokeLink(world, found, actor);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new OperatorFault(`pay link ${name} is ${found.stage}: it cannot be taken back`);
    }
    return { data: { link: name }, text: `Pay link ${name} is taken back.` };
  },
});
