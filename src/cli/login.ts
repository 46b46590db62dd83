import { hostname } from 'node:os';
import type { Visitor } from '../api/v1/session/session-caller.ts';
import { sessionView } from '../api/v1/session/session-view.ts';
import { parseEmail } from '../kernel/email.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Secret } from '../kernel/secret.ts';
import { endSessions } from '../parties/sign-in/session.ts';
import { type Shown, signInAtTerminal } from '../parties/sign-in/terminal-sign-in.ts';
import type { World } from '../world.ts';
import { type Asker, hiddenAsker } from './ask-hidden.ts';
import { ExpectedError, UsageError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { page, table } from './layout.ts';
import { writeSession } from './session-file.ts';
import { signedInAt } from './signed-in.ts';
import { flag, positional } from './words.ts';

/** The signed-in person, for people and programs; without the token. */
async function standing(world: World, visitor: Visitor) {
  const { email, hasSecondFactor, mustSetSecondFactor, endsAt, memberships } = await sessionView(
    world,
    visitor,
  );
  const businesses = memberships.map(({ business: { id, name }, role, rights }) => ({
    ...{ id, name, role, rights },
  }));
  return { email, hasSecondFactor, mustSetSecondFactor, endsAt, businesses };
}

function textOf(shown: Awaited<ReturnType<typeof standing>>): string {
  const { email, mustSetSecondFactor, endsAt, businesses } = shown;
  return page({
    '': {
      'signed in as': email,
      until: `${endsAt}, or 15 minutes without a command`,
      ...(mustSetSecondFactor && { missing: 'an app that shows codes: set it up in the portal' }),
    },
    businesses: table(
      { business: 'id', name: 'name', role: 'role', may: (one) => one.rights.join(' ') },
      businesses,
    ),
  });
}

const login = dataCommand({
  doc:
    'Signs a person in at this terminal, for the commands that two persons decide with. Asks for the password, and for the ' +
    'code of the app or a recovery code, without showing what is typed; from a pipe each is a line. Whoever has a passkey and ' +
    'no password signs in with --link, which asks for a login link (user login-link prints one). The session ends ' +
    'after 12 hours, 15 minutes without a command, or by logout, and stands among those of the person in the portal.',
  words: { address: { ...positional('ADDRESS', parseEmail), isRequired: false }, link: flag },
  check({ address, link }) {
    if ((address === undefined) !== link) throw new UsageError('give a mail address, or --link');
  },
  async work(world, { address }, actor, shell) {
    const asker = hiddenAsker(shell);
    try {
      const terminal = {
        address: hostname(),
        name: `Command line, ${actor}`,
        askCode: async () => await asker.ask('Code of the app, or a recovery code'),
      };
      const shown = await askFor(asker, address);
      const signed = await signInAtTerminal(world, shown, terminal).catch(withAdvice);
      const { token, person } = signed;
      // Each user of the machine has one person signed in.
      const before = await signedInAt(world, shell);
      if (before) await end(world, before);
      await writeSession(shell, world.config, { email: person.email, token });
      const data = await standing(world, signed);
      return { data, text: textOf(data) };
    } finally {
      asker.close();
    }
  },
});

/** The same for every address: before the sign-in nobody learns if the address is known, or has a password. */
const withoutPassword =
  'No password? Stop with Control-C: quittance login --link takes a login link,\n' +
  'and quittance user login-link prints one.';

async function askFor({ ask }: Asker, email: string | undefined): Promise<Shown> {
  if (email !== undefined) {
    return { email, password: new Secret(await ask('Password', withoutPassword)) };
  }
  const link = await ask('Login link');
  return { linkToken: link.slice(link.indexOf('#') + 1) };
}

/** Adds advice for a terminal to a refusal that is worded for a browser. */
function withAdvice(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const advice: Readonly<Record<string, string>> = {
    wrong_sign_in: 'Whoever has no password uses --link.',
    wrong_fields: 'Open this link in a browser: it asks for a new password.',
  };
  throw new ExpectedError([error.message, advice[error.code]].filter(Boolean).join(' '));
}

async function end(world: World, { person, session }: Visitor): Promise<void> {
  await endSessions(world.db, person.id, { only: session.id, at: world.now() });
}

const nobody = 'nobody is signed in here: quittance login ADDRESS';

const logout = dataCommand({
  doc: 'Signs the person out who is signed in at this terminal.',
  words: {},
  async work(world, _, _actor, shell) {
    const visitor = await signedInAt(world, shell);
    if (visitor) await end(world, visitor);
    await writeSession(shell, world.config, undefined);
    const email = visitor?.person.email;
    return { data: { email }, text: email ? `${email} is signed out.` : 'Nobody was signed in.' };
  },
});

const whoami = dataCommand({
  doc: 'Shows who is signed in at this terminal, and what that person may do.',
  words: {},
  async work(world, _, _actor, shell) {
    const visitor = await signedInAt(world, shell);
    if (!visitor) throw new ExpectedError(nobody);
    const data = await standing(world, visitor);
    return { data, text: textOf(data) };
  },
});

export const loginCommands = { login, logout, whoami } as const;
