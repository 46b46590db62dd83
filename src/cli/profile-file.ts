import { FileError } from './command.ts';
import { type Home, homeFile, readHomeFile, writeHomeFile } from './home-file.ts';

/** The service that a person calls, the key for it, and the business that is meant if none is named. */
export type Profile = {
  readonly address?: string;
  readonly username?: string;
  readonly key?: string;
  readonly business?: string;
};
export type Profiles = {
  /** The one that counts if --profile names none. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
};

const fileName = 'profiles.json';

export async function readProfiles(home: Home): Promise<Profiles> {
  try {
    const found = (await readHomeFile(home, fileName)) as Profiles | undefined;
    if (found === undefined) return { current: 'default', profiles: {} };
    const { current, profiles } = found;
    if (typeof current === 'string' && typeof profiles === 'object') return { current, profiles };
  } catch (error) {
    // One of another form is the same as one that is no JSON: named below.
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  const file = homeFile(home, fileName);
  throw new FileError(`${file} is damaged: correct it, or remove it and run quittance profile set`);
}

export async function writeProfiles(home: Home, profiles: Profiles): Promise<string> {
  return await writeHomeFile(home, fileName, profiles);
}
