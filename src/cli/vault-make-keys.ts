import { makeKeys } from '../build-world.ts';
import { type Command, OperatorFault, print } from './command.ts';

export const vaultMakeKeys: Command = {
  doc: 'Makes the keys file, which live mode does not do by itself.',
  async run(config) {
    const { keysFile: file } = config;
    const isNew = await makeKeys(config);
    if (!isNew) throw new OperatorFault(`there is a keys file already: ${file}`);
    print(`Made ${file}. Keep a copy of it apart from the backups of the database.`);
    return undefined;
  },
};
