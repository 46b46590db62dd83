import { atClockOf } from '../../businesses/clock.ts';
import type { Person } from '../../questions/decide.ts';
import { type Question, readQuestion } from '../../questions/store.ts';
import { platform } from '../../trail/trail.ts';
import type { World } from '../../world.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { id, line, needed, option, place } from '../words.ts';

export const which = { question: place('ID', id), business: needed('ID', id) };
export const by = { by: option('NAME', line(80)) };

/** The question, and the world by the clock of its business; 0: files of the platform. */
export async function questionAsked(
  world: World,
  { question, business }: { readonly question: bigint; readonly business: bigint },
): Promise<{ own: World; asked: Question }> {
  const isPlatform = business === platform;
  const own = isPlatform ? world : atClockOf(world, await businessNamed(world.db, business));
  const asked = await readQuestion(world.db, { businessId: business, id: question });
  if (!asked) throw new OperatorFault(`business ${business} has no question ${question}`);
  return { own, asked };
}

/** In containers everybody is root: --by names the person, and the audit trail holds both. */
export function personOf(account: string, name: string | undefined): Person {
  return { name: name === undefined ? account : `operator:${name}`, account };
}
