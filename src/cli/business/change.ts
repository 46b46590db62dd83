import { resume } from '../../applications/resume.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Business } from '../../businesses/business.ts';
import { suspendBusiness } from '../../businesses/change-state.ts';
import { atClockOf } from '../../businesses/clock.ts';
import type { World } from '../../world.ts';
import { type Command, OperatorFault } from '../command.ts';
import { type Answer, houseCommand } from '../house-command.ts';
import { needed, place, reason, verbatim } from '../words.ts';
import { businessNamed, summary } from './named.ts';

type Change = (
  world: World,
  id: bigint,
  why: { readonly actor: string; readonly reason: string },
) => Promise<Business>;

export const changeWords = {
  business: place('ID|USERNAME', verbatim(100)),
  reason: needed('TEXT', reason),
};

/** The commands that move a business from one state to another. */
function changing(doc: string, done: string, change: Change): Command {
  return houseCommand({
    doc,
    words: changeWords,
    async work(world, { business, reason: why }, actor) {
      return await changed(world, business, done, (id, own) =>
        change(own, id, { actor, reason: why }),
      );
    },
  });
}

type Changed = Answer & {
  readonly data: ReturnType<typeof summary> & { readonly before: Business['state'] };
};

export async function changed(
  world: World,
  name: string,
  done: string,
  change: (id: bigint, own: World) => Promise<Business>,
): Promise<Changed> {
  const before = await businessNamed(world.db, name);
  const { id } = before;
  const business = await change(id, atClockOf(world, before)).catch((error) => {
    if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
    throw new OperatorFault(`business ${id} is ${before.state}: it cannot be ${done}`);
  });
  const { state } = business;
  const text = `Business ${id} is ${done}: it was ${before.state} and is ${state}.`;
  return { data: { ...summary(business), before: before.state }, text };
}

export const businessSuspend = changing(
  'Refuses whatever the business asks, but to give money back, until it is resumed.',
  'suspended',
  suspendBusiness,
);
export const businessResume = changing(
  'Puts a suspended business back into the state that it was in before; one whose application came to ' +
    'nothing meanwhile no longer waits for payments.',
  'resumed',
  resume,
);
