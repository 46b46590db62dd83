import { Refusal } from '../../base/refusal.ts';
import { rotateKeys } from '../../businesses/rotate-keys.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts } from '../layout.ts';
import { duration, option, place, verbatim } from '../words.ts';
import { businessNamed } from './named.ts';

const usualGraceMs = 24 * 3_600_000;

export const businessRotateKey = houseCommand({
  doc: 'Makes a new API key and shows it this once; the others end after the grace, 24h unless given.',
  words: { business: place('ID|USERNAME', verbatim(100)), grace: option('24h', duration) },
  async work(world, { business: name, grace: graceMs = usualGraceMs }, actor) {
    const business = await businessNamed(world.db, name);
    const { id: businessId, username } = business;
    const rotated = await rotateKeys(world, business, { actor, graceMs }).catch((error) => {
      if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
      throw new OperatorFault(`business ${businessId} is closed: it gets no new key`);
    });
    const { id, apiKey, ended, endsAt } = rotated;
    const data = { business: businessId, username, key: id, apiKey, ended, endsAt };
    const text = facts({ business: businessId, username, key: id, 'API key': apiKey });
    const others = ended === 0 ? '' : `\nOther keys end at ${endsAt.toISOString()}: ${ended}.`;
    return { data, text: `${text}\n\nThe API key is not shown again.${others}` };
  },
});
