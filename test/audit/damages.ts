import assert from 'node:assert/strict';
import { type Finding, formatFinding } from '../../src/audit/finding.ts';
import { atClockOf } from '../../src/businesses/clock.ts';
import { readBusiness } from '../../src/businesses/store.ts';
import { followUp } from '../../src/followups/follow-up.ts';
import type { BehaviourName } from '../../src/processors/simulator/behaviours.ts';
import type { World } from '../../src/world.ts';
import type { Fields } from '../caller.ts';
import { makeStreet, type Sabotage, type Street, type Wish } from '../crash/street.ts';

/*
 * What is broken by hand, and what the auditor says of it. $1 is the business; each has one payment of its
 * own, so that every finding can be told apart.
 */
export type Damage = {
  readonly fields: Fields;
  /** What was done to the payment before, as it should be. */
  readonly before?: (street: Street, wish: Wish) => Promise<unknown>;
  readonly sql?: string;
  /** To the book or to what clients wrote down. */
  readonly tamper?: (street: Street, wish: Wish) => Promise<unknown> | unknown;
  readonly found: readonly string[];
};

type Scope = { after(work: () => Promise<void>): void };

/** Exactly what is expected is found, but for the totals; returns all that was. */
export async function judgeDamages(
  scope: Scope,
  damages: Readonly<Record<string, Damage>>,
  ofNobody: readonly string[] = [],
): Promise<Finding[]> {
  const street = await makeStreet(scope);
  const expected = [...ofNobody];
  const names = new Map<bigint, string>();
  for (const [name, { fields, before, sql, tamper, found }] of Object.entries(damages)) {
    const wish = await street.wish(fields);
    const { id } = wish.caller.business;
    names.set(id, name);
    const reply = await street.ask(await street.survivor(), wish);
    assert.ok(reply && reply.status < 300, `${name}: ${reply?.body}`);
    await before?.(street, wish);
    if (sql) await street.house.db.query(sql, [id]);
    await tamper?.(street, wish);
    expected.push(...found.map((rule) => `${rule} of ${id} (${name})`));
  }
  const findings = await street.findings();
  const actual = findings
    .filter(({ rule }) => rule !== 'total_differs')
    .map(({ rule, businessId }) =>
      businessId === undefined
        ? `${rule} of nobody`
        : `${rule} of ${businessId} (${names.get(businessId)})`,
    );
  assert.deepEqual(actual.sort(), expected.sort(), findings.map(formatFinding).join('\n'));
  return findings;
}

/** Does to the one payment of a business what a client might wish, or tries to. */
export function did(
  kind: 'capture' | 'void' | 'refund',
  amountCents?: bigint,
  bank: BehaviourName = 'approve',
  breaks: Sabotage = (world) => world,
): (street: Street, wish: Wish) => Promise<unknown> {
  return async (street, { caller }) => {
    street.house.bank.script({ next: 1 }, bank);
    return await followUp(breaks(await ownWorld(street, caller.business.id)), {
      businessId: caller.business.id,
      paymentId: 1n,
      kind,
      amountCents,
      retryKey: undefined,
      actor: 'operator:ann',
      reason: undefined,
    });
  };
}

/** By the clock of this business. */
async function ownWorld(street: Street, businessId: bigint): Promise<World> {
  const world = await street.survivor();
  const business = await readBusiness(world.db, businessId);
  return atClockOf(world, business!);
}
