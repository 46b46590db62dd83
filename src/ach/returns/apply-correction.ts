import { Secret } from '../../kernel/secret.ts';
import { applicationOwner } from '../../parties/applications/application.ts';
import { lockSubject } from '../../payments/follow-ups/subject.ts';
import { numberField } from '../../payments/tokens/token.ts';
import type { SealedRecord } from '../../ports/vault/vault.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Correction, correctionRule } from '../correction-codes.ts';
import type { Entry } from '../entry.ts';
import { lockEntry, recordCorrection } from '../entry-store.ts';
import type { NoticeAddenda } from '../nacha/file.ts';
import { readCorrection } from '../read-correction.ts';
import { recordAnswer } from './answers.ts';
import { openEntryCase } from './apply-case.ts';
import { correctOwner, holdQueued } from './apply-corrected-owner.ts';
import type { Applied, Arrival } from './apply-entry.ts';

/** A notice of change: the entry was accepted, and the next one to that account needs other data. */
export async function applyCorrection(
  world: World,
  arrival: Arrival,
  entry: Entry,
  { code, correctedData }: Pick<NoticeAddenda, 'code' | 'correctedData'>,
): Promise<Applied> {
  const { action, title } = correctionRule(code);
  const correction =
    action === 'correct_token' && entry.numberOwner !== applicationOwner
      ? readCorrection(code, correctedData, arrival.environment)
      : undefined;
  const { vault } = world;
  const told = new Secret(correctedData);
  // Sealing may make a key, and so is done before the transaction.
  const sealed = correction && (await sealNumber(world, entry, correction));

  return await world.db.begin(async (tx) => {
    const isHeld = !correction || (await hold(world, tx, arrival, entry));
    const now = await lockEntry(tx, entry);
    if (!now) throw new Error('an entry is gone');
    // The code alone is not enough: a correction that is unreadable or wrong comes again under the same code.
    if (now.corrections.some((one) => vault.sameFingerprint(one, told, code))) return 'again';
    if (now.state === 'filed' || !isHeld) return 'not_yet';
    const noted = await recordCorrection(tx, now, code, vault.fingerprint(told, code));
    const isApplied =
      correction !== undefined && (await correctOwner(world, tx, noted, correction, sealed));
    await recordAnswer(world, tx, arrival, now, { kind: 'correction', code, isApplied });
    if (isApplied) return 'applied';
    // What could be read and is not applied has no account any more: nobody need do anything.
    if (correction || action === 'store') return 'stored';
    await openEntryCase(world, tx, arrival, now, { why: [whyNot(entry, action)], code, title });
    return 'stored';
  });
}

/** Lock order: payment, then entries. With a token only the entries are locked. */
async function hold(world: World, tx: Sql, { scope }: Arrival, entry: Entry): Promise<boolean> {
  const { businessId, numberOwner, paymentId: id } = entry;
  if (id !== undefined && numberOwner === `payment:${id}`)
    await lockSubject(tx, { businessId, id });
  return await holdQueued(world, tx, scope, entry);
}

async function sealNumber(
  { vault }: World,
  { businessId, numberOwner: owner }: Entry,
  { accountNumber }: Correction,
): Promise<SealedRecord | undefined> {
  if (!accountNumber) return undefined;
  return await vault.seal({ businessId, owner, field: numberField.bank }, accountNumber.number);
}

function whyNot({ numberOwner }: Entry, action: string): string {
  if (action !== 'correct_token') return 'what the bank corrects is not what a token holds';
  if (numberOwner === applicationOwner) return 'it corrects the account of the business itself';
  return 'what the bank corrects cannot be read';
}
