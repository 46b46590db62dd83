import { activate } from '../../applications/activate.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Business } from '../../businesses/business.ts';
import { closeBusiness, resumeBusiness, suspendBusiness } from '../../businesses/change-state.ts';
import type { World } from '../../world.ts';
import { type Command, OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { line, needed, place, reason } from '../words.ts';
import { businessNamed, summary } from './named.ts';

type Change = (
  world: World,
  id: bigint,
  why: { readonly actor: string; readonly reason: string },
) => Promise<Business>;

/** The commands that move a business from one state to another. */
function changing(doc: string, done: string, change: Change): Command {
  return houseCommand({
    doc,
    words: { business: place('ID|USERNAME', line(100)), reason: needed('TEXT', reason) },
    async work(world, { business: name, reason: why }, actor) {
      const before = await businessNamed(world.db, name);
      const { id } = before;
      const business = await change(world, id, { actor, reason: why }).catch((error) => {
        if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
        throw new OperatorFault(`business ${id} is ${before.state}: it cannot be ${done}`);
      });
      const { state } = business;
      const text = `Business ${id} is ${done}: it was ${before.state} and is ${state}.`;
      return { data: { ...summary(business), before: before.state }, text };
    },
  });
}

export const businessActivate = changing(
  'Switches payments on. An application that is still looked at has to be approved first.',
  'activated',
  activate,
);
export const businessSuspend = changing(
  'Refuses new payments until it is resumed; refunds and messaging go on.',
  'suspended',
  suspendBusiness,
);
export const businessResume = changing(
  'Puts a suspended business back into the state that it was in before.',
  'resumed',
  resumeBusiness,
);
export const businessClose = changing('Refuses new payments for good.', 'closed', closeBusiness);
