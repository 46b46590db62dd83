import { switchFor } from '../../businesses/switches.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { id, oneOf, place } from '../words.ts';

export const businessSecretsInUrl = houseCommand({
  doc: 'Says whether a business takes card, bank and personal data in addresses (HTTP GET), where SECRETS_IN_URL lets it.',
  words: { business: place('ID', id), wish: place('on|off', oneOf(['on', 'off'])) },
  async work(world, { business, wish }, actor) {
    const isThere = await switchFor(world, business, 'secretsInUrl', { on: wish === 'on', actor });
    if (!isThere) throw new OperatorFault(`there is no business ${business}`);
    const text = `Secrets in addresses are ${wish} for business ${business}.`;
    return { data: { business, secretsInUrl: wish }, text };
  },
});
