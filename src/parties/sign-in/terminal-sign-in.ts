import type { Secret } from '../../kernel/secret.ts';
import type { World } from '../../world.ts';
import { limitGuesses } from './guesses.ts';
import { personIdOf } from './person.ts';
import { endSessions } from './session.ts';
import { createSignIn, type SignedIn } from './sign-in.ts';

/** The credentials shown at a terminal: a password, or the token of a login link. */
export type Shown =
  | { readonly email: string; readonly password: Secret }
  | { readonly linkToken: string };

type Terminal = {
  /** The machine, and the account there. */
  readonly address: string;
  readonly name: string;
  /** Asks for the code of the app, if one is needed. */
  readonly askCode: () => Promise<string>;
};

/** Signs a person in at a terminal by the rules of browsers, with a session of the command line. */
export async function signInAtTerminal(
  world: World,
  shown: Shown,
  { address, name, askCode }: Terminal,
): Promise<SignedIn> {
  // The refusal informs the person at the terminal; its log is the same screen.
  const signIn = createSignIn({ ...world, log: { ...world.log, warn: world.log.info } });
  const browser = { address, name, kind: 'command_line' } as const;
  const signed = await limitGuesses(world, nameOf(shown), async () =>
    'linkToken' in shown
      ? await signIn.byLink(shown.linkToken, undefined, browser)
      : await signIn.byPassword(shown.email, shown.password, browser),
  );
  const { session, person } = signed;
  if (session.stage === 'whole') return signed;
  try {
    const code = await askCode();
    await limitGuesses(world, `person ${person.id}`, async () => {
      await signIn.byCode(session, person, code, browser);
    });
  } catch (error) {
    await endSessions(world.db, person.id, { only: session.id, at: world.now() });
    throw error;
  }
  return { ...signed, session: { ...session, stage: 'whole' } };
}

function nameOf(shown: Shown): string {
  return 'linkToken' in shown ? 'link' : `person ${personIdOf(shown.email)}`;
}
