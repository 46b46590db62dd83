import { lengths } from '../kernel/lengths.ts';
import { Refusal } from '../kernel/refusal.ts';
import { createKey, revoke, rotateKeys } from '../parties/businesses/change-keys.ts';
import { rights } from '../parties/businesses/rights.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { facts } from './layout.ts';
import { businessWord } from './names.ts';
import { grace, id, line, listOf } from './values.ts';
import { flag, option, required } from './words.ts';

export const businessKeyCommands = {
  'business create-key': dataCommand({
    doc:
      'Makes a further API key and shows it only this once; it may do everything unless --rights says otherwise. Where two ' +
      'persons must decide, it counts as a person of its own.',
    words: {
      business: businessWord,
      name: required('NAME', line(lengths.name)),
      rights: option('RIGHT,RIGHT', listOf(rights)),
    },
    async work(world, { business, name, rights: granted }, actor) {
      const { id: businessId, username } = business;
      const by = { name: actor, origins: [] };
      const key = { actor, by, name, rights: granted };
      const { id: number, apiKey } = await createKey(world, business, key).catch((error) => {
        if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
        throw new ExpectedError(`business ${businessId} is closed: it gets no new key`);
      });
      const text = facts({ business: businessId, username, key: number, 'API key': apiKey });
      const data = { business: businessId, username, key: number, name, rights: granted, apiKey };
      return { data, text: `${text}\n\nThe API key is not shown again.` };
    },
  }),
  'business rotate-key': dataCommand({
    doc: 'Makes a new API key and shows it only this once. The other keys end after --grace, 24 hours when left out.',
    words: { business: businessWord, grace },
    async work(world, { business, grace: graceMs }, actor) {
      const { id: businessId, username } = business;
      const rotated = await rotateKeys(world, business, { actor, graceMs }).catch((error) => {
        if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
        throw new ExpectedError(`business ${businessId} is closed: it gets no new key`);
      });
      const { id: key, apiKey, ended, endsAt } = rotated;
      const text = facts({ business: businessId, username, key, 'API key': apiKey });
      const others = ended === 0 ? '' : `\nOther keys end at ${endsAt.toISOString()}: ${ended}.`;
      return {
        data: { business: businessId, username, key, apiKey, ended, endsAt },
        text: `${text}\n\nThe API key is not shown again.${others}`,
      };
    },
  }),
  'business revoke-key': dataCommand({
    doc: 'Revokes one API key, or all, at once and for good. Running services follow within seconds.',
    words: { business: businessWord, key: option('N', id), all: flag },
    check({ key, all }) {
      if (all !== (key === undefined)) {
        throw new UsageError('give either --key with a number of business show, or --all');
      }
    },
    async work(world, { business: { id: business }, key }, actor) {
      const revoked = await revoke(world, business, { actor, keyId: key });
      if (revoked === 0) {
        const what = key === undefined ? 'key' : `key ${key}`;
        throw new ExpectedError(`business ${business} has no ${what} that is not revoked`);
      }
      const text = `Revoked keys of business ${business}: ${revoked}.`;
      return { data: { business, key, revoked }, text };
    },
  }),
} as const;
