import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { acceptLink } from '../../src/parties/sign-in/accept-link.ts';
import { makeLink } from '../../src/parties/sign-in/link.ts';
import { readPasskeys } from '../../src/parties/sign-in/passkey.ts';
import { removePasskey } from '../../src/parties/sign-in/passkey-sign-in.ts';
import { createPasswords } from '../../src/parties/sign-in/password.ts';
import { type Person, readPersonByEmail } from '../../src/parties/sign-in/person.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  isRightCode,
  removeSecondFactor,
} from '../../src/parties/sign-in/second-factor.ts';
import { type Session, sessions } from '../../src/parties/sign-in/session.ts';
import { codeAt } from '../../src/ports/vault/one-time-codes.ts';
import type { World } from '../../src/world.ts';
import { everyMeeting } from '../pause.ts';
import { addPasskey, type Browser, join } from './people-at.ts';
import { serveV1 } from './serve.ts';

/*
 * A change of a person's sign-in meets a reset of its password, or another change. A reset ends the session that requests
 * the change: from then on nothing changes any more.
 */

const v1 = await serveV1({ after });
const campaign = { name: 'v1/sign-in-changes', size: 'usual' } as const;
const stepMs = 30_000;

const stepNow = () => BigInt(Math.floor(v1.clock.now().getTime() / stepMs));
const codeOf = (seed: string) => codeAt(seed, stepNow());

type Subject = {
  readonly email: string;
  readonly browser: Browser;
  /** As the request read them. */
  readonly person: Person;
  readonly session: Session;
  /** Of the app that counts. */
  readonly seed: string;
};

let made = 0;

/** Somebody who has an app and a passkey. */
async function somebody(): Promise<Subject> {
  made += 1;
  const email = `ann-${made}@example.com`;
  const browser = await join(v1, 'manager', email);
  await addPasskey(browser);
  const { body } = await browser.call('POST', '/v1/session/second-factor');
  const confirm = { body: { code: codeOf(body.secret) } };
  const { status } = await browser.call('POST', '/v1/session/second-factor/confirm', confirm);
  assert.equal(status, 200);
  v1.clock.pass(stepMs);
  const person = await personNow(email);
  const [session] = await sessions.read(
    v1.db,
    `select ${sessions.columns} from sessions where person_id = $1`,
    [person.id],
  );
  return { email, browser, person, session: session!, seed: body.secret };
}

async function personNow(email: string): Promise<Person> {
  return (await readPersonByEmail(v1.db, email))!;
}

async function reset(world: World, { email, person }: Subject): Promise<void> {
  const link = { kind: 'reset', email, businessId: person.homeId, userId: undefined } as const;
  const token = await makeLink(world.db, world, world.uuid(), link);
  const password = new Secret('another long secret');
  await acceptLink(world, createPasswords(world.randomBytes), { token, password });
}

/** What opens the door beside the password. */
async function waysIn({ email }: Subject) {
  const { secondFactor, recoveryHashes, id, homeId } = await personNow(email);
  const seeds = await v1.db.query(
    `select md5(sealed) from vault_records where business_id = $1 and owner = $2`,
    [homeId, `person:${id}`],
  );
  const passkeys = (await readPasskeys(v1.db, id)).map(({ name }) => name);
  return { seed: secondFactor && seeds, recoveryHashes, passkeys };
}

async function outcomeOf(change: Promise<unknown>): Promise<string> {
  return await change.then(
    () => 'done',
    (error) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}

type Change = (world: World, subject: Subject & { readonly next: string }) => Promise<unknown>;

const changes: Readonly<Record<string, Change>> = {
  'an app in the place of the former one': (world, { person, session, next }) =>
    confirmSecondFactor(world, person, session, codeOf(next)),
  'the removal of an app': (world, { person, session }) =>
    removeSecondFactor(world, person, session),
  'the removal of a passkey': async (world, { person, session }) => {
    const [first] = await readPasskeys(v1.db, person.id);
    await removePasskey(world, person, session, first!.id);
  },
};

for (const [what, change] of Object.entries(changes)) {
  test(`${what} in a session that a reset ended changes nothing`, async () => {
    const outcomes = new Set<string>();
    let atReset: unknown;
    await everyMeeting(campaign, {
      ...v1,
      async before() {
        const subject = await somebody();
        const { body } = await subject.browser.call('POST', '/v1/session/second-factor');
        return { ...subject, next: body.secret as string };
      },
      one: (world, subject) => outcomeOf(change(world, subject)),
      other: reset,
      async meanwhile(subject) {
        const { session } = subject;
        const ended = 'select from sessions where id = $1 and ended_at is not null';
        const isEnded = (await v1.db.query(ended, [session.id])).length > 0;
        atReset = isEnded ? await waysIn(subject) : undefined;
      },
      async judge(subject, outcome) {
        outcomes.add(outcome);
        if (atReset !== undefined) assert.deepEqual(await waysIn(subject), atReset);
      },
    });
    assert.deepEqual([...outcomes].toSorted(), ['done', 'not_authenticated']);
  });
}

test('an app that is set up while another one is removed is asked for and counts, or is not', async () => {
  const asked = new Set<boolean>();
  await everyMeeting(campaign, {
    ...v1,
    before: somebody,
    one: (world, { person, session }) => outcomeOf(removeSecondFactor(world, person, session)),
    async other(world, { person, session }) {
      const { secret } = await beginSecondFactor(world, person);
      await outcomeOf(confirmSecondFactor(world, person, session, codeOf(secret)));
      return secret;
    },
    async judge({ email }, _, secret) {
      const person = await personNow(email);
      asked.add(person.secondFactor);
      v1.clock.pass(stepMs);
      const world = await v1.open();
      assert.equal(await isRightCode(world, person, codeOf(secret)), person.secondFactor);
    },
  });
  assert.equal(asked.size, 2);
});
