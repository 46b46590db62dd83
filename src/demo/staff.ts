import { madeUpOrigin, type Person } from '../records/person.ts';

/** The two people who decide cases in the invented past; they are told apart as signed-in persons are. */
export const jonah: Person = person('Jonah Pelletier');
export const maya: Person = person('Maya Okafor');

function person(name: string): Person {
  return { name, account: 'demo', origins: [madeUpOrigin(name)] };
}
