import { addressBucket } from '../../kernel/ip-address.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Secret } from '../../kernel/secret.ts';
import { createAttempts, noRoom } from '../../runtime/attempts.ts';
import { createLimiter } from '../../runtime/rate-limiter.ts';
import type { World } from '../../world.ts';
import { mailLink } from '../users/mail-link.ts';
import { acceptLink, previewLink } from './accept-link.ts';
import { beginPasskey, beginPasskeyProof, personBehind } from './passkey-sign-in.ts';
import { createPasswords } from './password.ts';
import {
  hasSecondFactor,
  lockPerson,
  type Person,
  readPersonByEmail,
  signsInAs,
  writePassword,
} from './person.ts';
import { recordPersonAct } from './person-act.ts';
import { isRightCode } from './second-factor.ts';
import {
  endSessions,
  hashOfToken,
  newToken,
  recordProof,
  type Session,
  sessions,
} from './session.ts';
import { whileOpen } from './while-open.ts';

/** The browser's address and name, for the list of its sessions and the limits on guessing. */
export type Browser = {
  readonly address: string;
  readonly name: string;
  /** Undefined: a browser. */
  readonly kind?: Session['kind'];
};

/** An answer of an authenticator, as the browser sent it to the service at this address. */
export type Presented = { readonly credential: unknown; readonly address: string };

export type SignedIn = {
  /** Presented to the browser once, as a cookie. */
  readonly token: string;
  readonly session: Session;
  readonly person: Person;
};

const guessesPerMinute = 5;

/**
 * Signs people in. Guesses are limited for each mail address within a network, and for each network; the answer is the
 * same for a wrong password and for an unknown address.
 */
export function createSignIn(world: World) {
  const { db, now, randomBytes, uuid, log } = world;
  const passwords = createPasswords(randomBytes);
  const limiter = (times: number) =>
    createLimiter({
      burst: guessesPerMinute * times,
      perSecond: (guessesPerMinute * times) / 60,
      now,
    });
  const ofPerson = createAttempts(limiter(1));
  const ofNetwork = createAttempts(limiter(6));
  const mails = limiter(1);
  const asked = limiter(6);

  return {
    async byPassword(email: string, password: Secret, browser: Browser): Promise<SignedIn> {
      const network = addressBucket(browser.address);
      const person = await judged(`${network} ${email.toLowerCase()}`, network, async () => {
        const found = await readPersonByEmail(db, email);
        return (await passwords.isRight(found, password)) ? found : undefined;
      });
      return await open(person, hasSecondFactor(person) ? 'password' : 'whole', browser);
    },

    async byLink(token: string, password: Secret | undefined, browser: Browser): Promise<SignedIn> {
      const network = addressBucket(browser.address);
      const name = `${network} link`;
      const { link, needs } = await judged(name, network, () => previewLink(world, token));
      // A link that asks for a password is one more way to guess it, beside the form.
      const guessed = needs === 'password' ? `${network} ${link.email}` : name;
      const { person, isWhole } = await judged(guessed, network, async () => {
        return await acceptLink(world, passwords, { token, password });
      });
      return await open(
        person,
        hasSecondFactor(person) && !isWhole ? 'password' : 'whole',
        browser,
      );
    },

    /** A look at a link is a guess at one. */
    async lookLimited<T>({ address }: Browser, look: () => Promise<T>): Promise<T> {
      const network = addressBucket(address);
      return await judged(`${network} link`, network, look);
    },

    /** The challenge that an authenticator signs to sign a person in. */
    async beginByPasskey(address: string, browser: Browser) {
      limitChallenges(addressBucket(browser.address));
      return await beginPasskeyProof(world, { occasion: { purpose: 'sign_in' }, address });
    },

    /** The challenge that one of the person's passkeys signs as a proof. */
    async beginProofByPasskey(session: Session, expected: Person, address: string) {
      limitChallenges(expected.id);
      const occasion = { purpose: 'prove', sessionId: session.id } as const;
      return await beginPasskeyProof(world, { occasion, address, expected });
    },

    /** The options with which an authenticator makes a further passkey of a person. */
    async beginNewPasskey(session: Session, person: Person, address: string) {
      limitChallenges(person.id);
      return await beginPasskey(world, person, session.id, address);
    },

    /** A passkey replaces password and code: its authenticator verified the person. */
    async byPasskey({ credential, address }: Presented, browser: Browser): Promise<SignedIn> {
      const network = addressBucket(browser.address);
      const occasion = { purpose: 'sign_in' } as const;
      const person = await judged(`${network} passkey`, network, async () => {
        return await personBehind(world, credential, { occasion, address });
      });
      return await open(person, 'whole', browser);
    },

    /** The second factor, or a proof before money leaves, by a passkey of the person. */
    async proveByPasskey(
      session: Session,
      expected: Person,
      { credential, address }: Presented,
      browser: Browser,
    ): Promise<void> {
      const occasion = { purpose: 'prove', sessionId: session.id } as const;
      await judged(`${expected.id} passkey`, addressBucket(browser.address), async () => {
        return await personBehind(world, credential, { occasion, address, expected });
      });
      await prove(session, expected, 'passkey');
    },

    /** The second factor, or a proof before money leaves. */
    async byCode(session: Session, person: Person, code: string, browser: Browser): Promise<void> {
      const network = addressBucket(browser.address);
      await judged(`${person.id} code`, network, async () => {
        return (await isRightCode(world, person, code)) || undefined;
      });
      await prove(session, person, 'code');
    },

    /** A proof by password, for a person without a second factor. */
    async proveByPassword(session: Session, person: Person, password: Secret, browser: Browser) {
      if (hasSecondFactor(person)) throw new Refusal('code_required');
      const network = addressBucket(browser.address);
      await judged(`${network} ${person.email}`, network, async () => {
        return (await passwords.isRight(person, password)) || undefined;
      });
      await prove(session, person, 'password');
    },

    /** A proof by a login link, for a person with neither password nor passkey. It is used up. */
    async proveByLink(session: Session, person: Person, token: string, browser: Browser) {
      const network = addressBucket(browser.address);
      await judged(`${network} link`, network, async () => {
        const { link } = await previewLink(world, token);
        if (link.kind !== 'login' || link.email !== person.email) return undefined;
        return await acceptLink(world, passwords, { token, password: undefined });
      });
      await prove(session, person, 'link');
    },

    /** The other sessions of the person end, including any that used the former password. */
    async changePassword(session: Session, person: Person, password: Secret): Promise<void> {
      const hashed = await passwords.hash(password);
      await recordPersonAct(world, person, 'person.password_set');
      await whileOpen(db, session, async (tx) => {
        await writePassword(tx, person.id, hashed, now());
        await endSessions(tx, person.id, { but: session.id, at: now() });
      });
    },

    /** Mails a link, if there is such a person; the caller does not learn that. */
    async forgot(email: string, browser: Browser): Promise<void> {
      if (!mails.take(addressBucket(browser.address)).ok) {
        throw new Refusal('rate_limited', { retryAfterSeconds: 60 });
      }
      const person = await readPersonByEmail(db, email);
      if (!person || !mails.take(person.id).ok) return;
      await mailLink(db, world, {
        kind: 'reset',
        email,
        businessId: person.homeId,
        userId: undefined,
      });
    },
  };

  /** Each is a row until it is answered. */
  function limitChallenges(name: string): void {
    if (asked.take(name).ok) return;
    throw new Refusal('rate_limited', { retryAfterSeconds: 60 });
  }

  async function open(
    person: Person,
    stage: Session['stage'],
    browser: Browser,
  ): Promise<SignedIn> {
    const token = newToken(randomBytes);
    const at = now();
    const session: Session = {
      ...{ tokenHash: hashOfToken(token), id: uuid(), personId: person.id, stage },
      ...{ createdAt: at, seenAt: at, provedAt: at, endedAt: undefined },
      ...{ address: browser.address.slice(0, 64), browser: browser.name.slice(0, 200) },
      kind: browser.kind ?? 'browser',
    };
    await recordPersonAct(world, person, 'session.begun', { stage, kind: session.kind });
    await db.begin(async (tx) => {
      // A person who changed since the check is not let in.
      if (!signsInAs(await lockPerson(tx, person.id), person)) throw new Refusal('wrong_sign_in');
      await sessions.insert(tx, [session]);
    });
    return { token, session, person };
  }

  async function prove(session: Session, person: Person, by: string): Promise<void> {
    await recordPersonAct(world, person, 'session.proved', { by });
    await recordProof(db, session, now());
  }

  async function judged<T>(name: string, network: string, look: () => Promise<T | undefined>) {
    const found = await ofPerson.judge(name, async () => {
      const answer = await ofNetwork.judge(network, look);
      return answer === noRoom ? undefined : answer;
    });
    if (found !== undefined && found !== noRoom) return found;
    log.warn('sign_in.refused', {
      address: network,
      code: found === noRoom ? 'too_many' : 'wrong',
    });
    throw new Refusal(found === noRoom ? 'too_many_bad_credentials' : 'wrong_sign_in');
  }
}
export type SignIn = ReturnType<typeof createSignIn>;
