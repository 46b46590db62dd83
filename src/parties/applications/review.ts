import { flawInLength, lengths } from '../../kernel/lengths.ts';
import { flaw } from '../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import { scrub } from '../../kernel/scrub.ts';
import type { Secret } from '../../kernel/secret.ts';
import { flawInText } from '../../kernel/text.ts';
import type { VaultField } from '../../ports/vault/vault.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Business, mayTakePayments } from '../businesses/business.ts';
import { lockBusiness } from '../businesses/store.ts';
import type { Application, Trigger } from './application.ts';
import { moveApplication, type Step } from './move.ts';
import { readApplication, readApplicationMoves } from './store.ts';
import { sealAll, writeSubmittedDetails } from './submitted-details.ts';

/** The person who decides, and the reason. */
export type Decision = {
  readonly actor: string;
  readonly reason: string;
  /** The version that was looked at: if there is a later one, nothing is decided. */
  readonly version?: number | undefined;
  /**
   * Refuses an application that another person changed meanwhile; the business is locked, and with it its application.
   */
  readonly match?: (tx: Sql, before: Application) => Promise<void>;
};

/**
 * Payments begin at once if the bank is simulated; otherwise when the gateway is ready, as it is for a business that
 * takes payments already.
 */
export async function approve(
  world: World,
  businessId: bigint,
  id: bigint,
  decision: Decision,
): Promise<Application> {
  return await decide(world, businessId, id, decision, (business) => [
    step('approve', decision),
    step('provision', decision),
    ...(business.environment === 'sandbox' || mayTakePayments(business)
      ? [step('activate', decision)]
      : []),
  ]);
}

/** Has it looked at more closely. */
export async function escalate(
  world: World,
  businessId: bigint,
  id: bigint,
  decision: Decision,
): Promise<Application> {
  return await decide(world, businessId, id, decision, () => [step('escalate', decision)]);
}

export async function request(
  world: World,
  businessId: bigint,
  id: bigint,
  decision: Decision & { readonly requirements: readonly string[] },
): Promise<Application> {
  const { requirements } = decision;
  return await decide(world, businessId, id, decision, () => [
    { ...step('request', decision), requirements },
  ]);
}

export async function decline(
  world: World,
  businessId: bigint,
  id: bigint,
  decision: Decision & { readonly outcomeCodes: readonly string[] },
): Promise<Application> {
  const { outcomeCodes } = decision;
  return await decide(world, businessId, id, decision, () => [
    { ...step('decline', decision), outcomeCodes },
  ]);
}

export async function withdraw(
  world: World,
  businessId: bigint,
  id: bigint,
  decision: Decision,
): Promise<Application> {
  return await decide(world, businessId, id, decision, () => [step('withdraw', decision)]);
}

export type Answer = Decision & {
  /** By the names of the wire; details that are not named stay. */
  readonly details?: Readonly<Record<string, string>>;
  readonly secrets?: readonly { readonly field: VaultField; readonly value: Secret }[];
  /** The part of the details that belongs to the profile of the business. */
  readonly profile?: Readonly<Record<string, string>>;
};

/** Stores the requested information: the application goes back to the review that asked for it. */
export async function answer(
  world: World,
  businessId: bigint,
  id: bigint,
  { details = {}, secrets = [], profile = {}, ...decision }: Answer,
): Promise<Application> {
  const records = await sealAll(world, businessId, secrets);
  return await decide(world, businessId, id, decision, async (_, tx) => {
    const moves = await readApplicationMoves(tx, businessId, id);
    const trigger = moves.at(-1)?.from === 'enhanced_review' ? 'answer_enhanced' : 'answer';
    // Undone with all else when the move is refused.
    const told = { actor: decision.actor, details, secrets, profile };
    await writeSubmittedDetails(world, tx, { businessId, id }, told, records);
    return [{ ...step(trigger, decision), details }];
  });
}

function step(trigger: Trigger, { actor, reason }: Decision): Step {
  return { trigger, actor, reason: parseReason(reason) };
}

type Rule = (business: Business, tx: Sql) => readonly Step[] | Promise<readonly Step[]>;

async function decide(
  world: World,
  businessId: bigint,
  id: bigint,
  { version, match }: Decision,
  rule: Rule,
): Promise<Application> {
  return await world.db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    const application = business && (await readApplication(tx, businessId, id));
    if (!application) throw new Refusal('unknown_application');
    await match?.(tx, application);
    const seen = { ...application, version: version ?? application.version };
    return await moveApplication(world, tx, business, seen, await rule(business, tx));
  });
}

const missing = flaw('required', 'must be given');

/** Reasons are stored for good, so numbers of cards and people are masked. */
export function parseReason(text: string): string {
  const reason = text.trim();
  const wrong =
    reason === ''
      ? missing
      : (flawInText(reason, { multiline: true }) ?? flawInLength(reason, lengths.description));
  if (wrong) throw new Refusal('wrong_fields', { details: [fieldFault('reason', wrong)] });
  return scrub(reason).slice(0, lengths.description);
}
