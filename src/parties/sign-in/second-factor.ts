import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import {
  hashOfRecovery,
  newRecoveryCodes,
  newSeed,
  shownSeed,
  stepOfCode,
} from '../../ports/vault/one-time-codes.ts';
import { dropRecords, type RecordName, replaceRecords } from '../../ports/vault/vault.ts';
import type { World } from '../../world.ts';
import {
  lockPerson,
  type Person,
  takeRecovery,
  takeStep,
  writeNoSecondFactor,
  writeRecovery,
  writeSecondFactor,
} from './person.ts';
import { recordPersonAct } from './person-act.ts';
import { type Held, whileOpen } from './while-open.ts';

type Office = Pick<World, 'db' | 'now' | 'vault' | 'randomBytes'>;

const seedOf = ({ id, homeId }: Person, isPending = false): RecordName => ({
  businessId: homeId,
  owner: `person:${id}${isPending ? ':new' : ''}`,
  field: 'totp_seed',
});

/** A new seed, which counts once a code of it is confirmed. */
export async function beginSecondFactor(world: Office, person: Person) {
  const seed = newSeed(world.randomBytes);
  const record = await world.vault.seal(seedOf(person, true), seed);
  await replaceRecords(world.db, [record]);
  return shownSeed(seed, person.email);
}

const wrongCode = { code: 'wrong_code', rule: 'is not the code that the app shows now' };

/**
 * The app shows codes of the new seed: from now on they are required. Returns recovery codes for a person who loses it.
 */
export async function confirmSecondFactor(
  world: Office,
  person: Person,
  session: Held,
  code: string,
): Promise<string[]> {
  const { db, now, vault, randomBytes } = world;
  const pending = seedOf(person, true);
  const [seed] = await vault.openMany(db, [pending]);
  if (!(seed instanceof Secret)) throw new Refusal('wrong_state');
  const step = stepOfCode(seed, code, { now: now(), after: 0n });
  if (step === undefined) {
    throw new Refusal('wrong_fields', { details: [fieldFault('code', wrongCode)] });
  }
  const codes = newRecoveryCodes(randomBytes);
  const sealed = await vault.seal(seedOf(person), seed);
  const recoveryHashes = codes.map(hashOfRecovery).join(' ');
  const set = { step, recoveryHashes, at: now() };
  await recordPersonAct(world, person, 'person.second_factor_set');
  await whileOpen(db, session, async (tx) => {
    // On another connection: people are a lookup. First, so that no code is ever asked for without its seed.
    await replaceRecords(db.aside, [sealed]);
    await writeSecondFactor(tx, person.id, set);
  });
  await dropRecords(db, [pending]);
  return codes;
}

/** True for the code that the app shows now, or for a recovery code; each is good once. */
export async function isRightCode(world: Office, person: Person, code: string): Promise<boolean> {
  const { db, now, vault } = world;
  const recovery = hashOfRecovery(code);
  const left = person.recoveryHashes.split(' ');
  if (left.includes(recovery)) {
    return await takeRecovery(db, person, left.filter((one) => one !== recovery).join(' '));
  }
  if (!person.secondFactor) return false;
  const seed = await vault.open(db, seedOf(person));
  const after = person.lastCodeStep;
  const step = stepOfCode(seed, code.replaceAll(' ', ''), { now: now(), after });
  return step !== undefined && (await takeStep(db, person.id, step));
}

/** Codes in the place of all former ones. */
export async function makeRecoveryCodes(
  { db, now, randomBytes }: Pick<World, 'db' | 'now' | 'randomBytes'>,
  person: Person,
  session: Held,
): Promise<string[]> {
  const codes = newRecoveryCodes(randomBytes);
  const hashes = codes.map(hashOfRecovery).join(' ');
  await recordPersonAct({ db, now }, person, 'person.recovery_codes_made');
  await whileOpen(db, session, (tx) => writeRecovery(tx, person.id, hashes, now()));
  return codes;
}

/** No code of an app is asked for any more. Doing it again changes nothing. */
export async function removeSecondFactor(
  world: Pick<World, 'db' | 'now'>,
  person: Person,
  session: Held,
): Promise<void> {
  const { db, now } = world;
  await recordPersonAct(world, person, 'person.second_factor_removed');
  await whileOpen(db, session, (tx) => writeNoSecondFactor(tx, person.id, now()));
  await dropSeeds(world, person);
}

/** Drops the seeds of a person whose codes are not asked for, unless another app was confirmed meanwhile. */
export async function dropSeeds({ db }: Pick<World, 'db'>, person: Person): Promise<void> {
  await db.begin(async (tx) => {
    const current = await lockPerson(tx, person.id);
    if (current?.secondFactor) return;
    // On another connection: people are a lookup.
    await dropRecords(db.aside, [seedOf(person), seedOf(person, true)]);
  });
}
