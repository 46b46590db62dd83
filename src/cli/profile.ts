import { type Command, ExpectedError, type Shell, UsageError } from './command.ts';
import { facts, table, toJson } from './layout.ts';
import { type Profile, readProfiles, writeProfiles } from './profile-file.ts';
import { readInput } from './read-input.ts';
import { verbatim } from './values.ts';
import { flag, option, positional, readWords, usageOf } from './words.ts';

const name = positional('NAME', verbatim(50));
const setWords = {
  name,
  address: option('URL', verbatim(2000)),
  username: option('USERNAME', verbatim(100)),
  business: option('ID|USERNAME', verbatim(100)),
  key: flag,
};

const set: Command = {
  doc:
    'Makes or changes a profile and uses it from now on: the address of a service, the username and key of a business ' +
    'there, and the business that commands mean where a required --business is left out. With --key the key is read from ' +
    'standard input. The file is ~/.config/quittance/profiles.json, for its owner alone.',
  usage: usageOf(setWords),
  async run(_, given, shell) {
    const { name: chosen, key, address, username, business } = readWords(setWords, given);
    if (address !== undefined && !/^https?:\/\/[^/]+(?:\/[^?#]*)?$/.test(address)) {
      throw new UsageError('--address must be an http or https address without a query');
    }
    const { profiles } = await readProfiles(shell);
    const changes: Profile = {
      ...(address !== undefined && { address: address.replace(/\/+$/, '') }),
      ...(username !== undefined && { username }),
      ...(business !== undefined && { business }),
      ...(key && { key: await readKey(shell) }),
    };
    const profile = { ...profiles[chosen], ...changes };
    const file = await writeProfiles(shell, {
      current: chosen,
      profiles: { ...profiles, [chosen]: profile },
    });
    shell.print(`Profile ${chosen} is in ${file}, and in use.`);
    return undefined;
  },
};

async function readKey({ input }: Shell): Promise<string> {
  const key = (await readInput(input, 1000)).trim();
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw new UsageError('--key needs an API key on standard input, and there is none');
  }
  return key;
}

const listWords = { json: flag };

const list: Command = {
  doc: 'Lists the profiles, without their keys.',
  usage: usageOf(listWords),
  async run(_, given, shell) {
    const { json } = readWords(listWords, given);
    const { current, profiles } = await readProfiles(shell);
    const rows = Object.entries(profiles).map(([of, { key, ...profile }]) => ({
      name: of,
      inUse: of === current,
      hasKey: key !== undefined,
      ...profile,
    }));
    const columns = {
      profile: (row: (typeof rows)[number]) => (row.inUse ? `${row.name} *` : row.name),
      address: (row: (typeof rows)[number]) => row.address,
      username: (row: (typeof rows)[number]) => row.username,
      business: (row: (typeof rows)[number]) => row.business,
      key: (row: (typeof rows)[number]) => (row.hasKey ? 'kept' : 'none'),
    };
    shell.print(json ? toJson(rows) : table(columns, rows) || 'No profiles found.');
    return undefined;
  },
};

const useWords = { name };

const use: Command = {
  doc: 'Uses a profile from now on.',
  usage: usageOf(useWords),
  async run(_, given, shell) {
    const { name: chosen } = readWords(useWords, given);
    const { profiles } = await readProfiles(shell);
    const profile = profiles[chosen];
    if (!profile) throw new ExpectedError(`there is no profile ${chosen}`);
    await writeProfiles(shell, { current: chosen, profiles });
    const { key: _key, ...shown } = profile;
    shell.print(facts({ profile: chosen, ...shown }));
    return undefined;
  },
};

export const profileCommands = {
  'profile set': set,
  'profile list': list,
  'profile use': use,
} as const;
