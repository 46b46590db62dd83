import { removeHook, setHook } from '../ach/validation/hook.ts';
import { releaseValidation, showValidationAddress } from '../ach/validation/open-validation.ts';
import { listValidations, readValidation } from '../ach/validation/store.ts';
import { type Validation, validationStates } from '../ach/validation/validation.ts';
import { lengths } from '../kernel/lengths.ts';
import { parseWebhookAddress } from '../kernel/webhook-address.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import type { World } from '../world.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { type Columns, facts, nameOf } from './layout.ts';
import { list } from './list.ts';
import { type Key, object, ofBusiness, worldOf } from './names.ts';
import { line, oneOf, reason } from './values.ts';
import { option, required } from './words.ts';

const columns: Columns<Validation> = {
  validation: (one) => nameOf(one),
  method: 'method',
  state: 'state',
  account: (one) => `…${one.last4}`,
  payment: 'paymentId',
  'wrong tries': 'wrongTries',
  due: 'dueAt',
  begun: 'createdAt',
  validated: 'validatedAt',
  ended: 'endedAt',
  why: 'reason',
};

async function named(world: World, key: Key): Promise<Validation> {
  const validation = await readValidation(world.db, key);
  if (!validation) throw new ExpectedError(`there is no account validation ${nameOf(key)}`);
  return validation;
}

export const accountValidationCommands = {
  'account-validation list': list({
    doc: 'Lists the validations of bank accounts of a business',
    of: 'account validations',
    filters: { business: ofBusiness, state: option('STATE', oneOf(validationStates)) },
    rows: async ({ db }, { business, state, before, limit }) =>
      await listValidations(db, business.id, { state, limit, before: before?.id }),
    columns,
    json: (rows) => rows.map(({ fingerprint: _, numberOwner: __, ...row }) => row),
  }),
  'account-validation address': dataCommand({
    doc: 'Shows the address at which the payer confirms the amounts of micro-deposits. The audit log records that it was shown.',
    words: { validation: object },
    async work(world, { validation: key }, actor) {
      const name = nameOf(key);
      const { method, state } = await named(world, key);
      if (method !== 'micro_deposits') {
        throw new ExpectedError(`validation ${name} has no page: it is by ${method}`);
      }
      const address = await showValidationAddress(await worldOf(world, key), key, actor);
      return {
        data: { validation: name, state, address },
        text: facts({ validation: name, state, address }),
      };
    },
  }),
  'account-validation release': dataCommand({
    doc: 'Lets a bank account whose validation failed be tried again with its next payment.',
    words: { validation: object, reason: required('TEXT', reason) },
    async work(world, { validation: key, reason: why }, actor) {
      const name = nameOf(key);
      const { state } = await named(world, key);
      const own = await worldOf(world, key);
      if (!(await releaseValidation(own, key, { actor, reason: why }))) {
        throw new ExpectedError(`validation ${name} is ${state}: only a failed one is released`);
      }
      return {
        data: { validation: name },
        text: `The account of validation ${name} may be tried again.`,
      };
    },
  }),
  'account-validation hook': dataCommand({
    doc:
      'Sets the service that is asked whether a bank account is open (business terms --account-validation hook), and shows the ' +
      'secret that its inquiries are signed with; the former one ends. "none" removes it. It gets whole account numbers.',
    words: { business: ofBusiness, url: required('URL', line(lengths.url)) },
    async work(world, { business, url: text }, actor) {
      const { id, environment } = business;
      const own = atClockOf(world, business);
      if (text === 'none') {
        const isGone = await removeHook(own, id, actor);
        return {
          data: { business: id, removed: isGone },
          text: isGone ? `Business ${id} has no validation service any more.` : 'There was none.',
        };
      }
      const url = parseWebhookAddress(text, environment);
      if (!url.ok) throw new ExpectedError(`the URL ${url.rule}`);
      const secret = (await setHook(own, id, url.value, actor)).reveal();
      return {
        data: { business: id, url: url.value, secret },
        text: facts({ business: id, url: url.value, secret }),
      };
    },
  }),
} as const;
