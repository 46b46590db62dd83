import { type Command, print } from './command.ts';
import { openHouse } from './open-house.ts';

export const runMigrations: Command = {
  doc: 'Brings the database to this version and ends.',
  async run(config) {
    const house = await openHouse(config, { maySetUp: true });
    await house.close();
    print('The database is up to date.');
    return undefined;
  },
};
