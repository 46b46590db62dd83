import { revoke } from '../../businesses/rotate-keys.ts';
import { OperatorFault, UsageFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { flag, id, option, place, verbatim } from '../words.ts';
import { businessNamed } from './named.ts';

export const businessRevokeKey = houseCommand({
  doc: 'Ends one API key, or all of them, at once and for good; running services follow within seconds.',
  words: {
    business: place('ID|USERNAME', verbatim(100)),
    key: option('N', id),
    all: flag,
  },
  check({ key, all }) {
    if (all !== (key === undefined)) {
      throw new UsageFault('give either --key with a number of business show, or --all');
    }
  },
  async work(world, { business: name, key: keyId }, actor) {
    const { id: businessId } = await businessNamed(world.db, name);
    const revoked = await revoke(world, businessId, { actor, keyId });
    if (revoked === 0) {
      const what = keyId === undefined ? 'key' : `key ${keyId}`;
      throw new OperatorFault(`business ${businessId} has no ${what} that is not revoked`);
    }
    const text = `Revoked keys of business ${businessId}: ${revoked}.`;
    return { data: { business: businessId, key: keyId, revoked }, text };
  },
});
