import { madeUpOrigin, type Person } from '../records/person.ts';

/** Who decides cases in the past that is made up: two who are told apart as signed-in persons are. */
export const jonah: Person = person('Jonah Pelletier');
export const maya: Person = person('Maya Okafor');

function person(name: string): Person {
  return { name, account: 'demo', origins: [madeUpOrigin(name)] };
}
