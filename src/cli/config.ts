import { describeSettings } from '../config.ts';
import { type Command, print } from './command.ts';

export const showConfig: Command = {
  doc: 'Lists every setting with its value, default and meaning.',
  async run(config) {
    for (const { env, value, default: otherwise, doc } of describeSettings(config)) {
      print(`${env}=${value}`);
      print(`    ${doc} Default: ${otherwise === '' ? 'none' : otherwise}`);
    }
    return undefined;
  },
};
